import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";

/** Switches the quarantine of a device on. */
export function KeepRejectedButton({ device }: { readonly device: string }) {
  const mayChange = useMay("editor");
  const params = { device };
  const keep = useChange("updateDevice", {
    refreshes: ["showDevice", "listDevices"],
    said: ({ name }) => `Rejected readings of ${name} are kept from now on.`,
    undo: () => () => call("updateDevice", { params, body: { quarantine: false } }),
  });
  if (!mayChange) return <p>An editor or owner of the account can turn it on in the device’s settings.</p>;
  return (
    <Button isBusy={keep.isPending} onClick={() => keep.mutate({ params, body: { quarantine: true } })}>
      Keep rejected readings from now on
    </Button>
  );
}
