import { useChange } from "../../../api/change.ts";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, Facts } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { Device } from "../use-device.ts";

/** How a device that created itself gets another token. Other devices have no such card. */
export function ProvisioningCard({ device }: { readonly device: Device }) {
  const mayEdit = useMay("editor");
  const { data } = useCall("listHardware", { query: { device: device.uuid } });
  const allow = useChange("allowProvisioningAgain", {
    refreshes: ["listHardware", "listAudit"],
    said: `${device.name} gets a new token the next time it asks.`,
  });
  const [hardware] = data?.items ?? [];
  if (hardware === undefined) return null;
  return (
    <Card title="Provisioning">
      <div className="flex flex-col gap-3">
        <Facts
          items={[
            ["Hardware id", <CopyText key="id" text={hardware.hardware_id} />],
            ["Last request", <RelativeTime key="asked" at={hardware.last_asked_at} />],
          ]}
        />
        {hardware.token_due ? (
          <p className="text-sm text-muted">The device gets a new token the next time it asks.</p>
        ) : (
          mayEdit && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button
                isBusy={allow.isPending}
                onClick={() => allow.mutate({ params: { device: device.uuid } })}
              >
                Allow a new token
              </Button>
              <p className="min-w-60 flex-1 text-sm text-muted">
                For a device that has lost its token. Its current token works until then.
              </p>
            </div>
          )
        )}
      </div>
    </Card>
  );
}
