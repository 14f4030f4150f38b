import { useState } from "react";
import { useMay, usePublicUrl } from "../../app/session.tsx";
import { Card, Facts } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProvisioningCard } from "./credentials/provisioning-card.tsx";
import { SensorAddresses } from "./credentials/sensor-addresses.tsx";
import { TestReading } from "./credentials/test-reading.tsx";
import { TokenCard } from "./credentials/token-card.tsx";
import { deviceApiPath } from "./snippets/snippet-target.ts";
import { Snippets } from "./snippets/snippets.tsx";
import { type Device, useDevice, useSensorChoices } from "./use-device.ts";

/** What a device needs to send readings, and a way to test it. */
export function CredentialsTab() {
  return (
    <Loaded result={useDevice()} shape="card">
      {(device) => <Credentials device={device} />}
    </Loaded>
  );
}

function Credentials({ device }: { readonly device: Device }) {
  const sensors = useSensorChoices();
  const mayEdit = useMay("editor");
  const publicUrl = usePublicUrl();
  // Known once somebody has asked for it on this page. It is not requested unasked, because that is recorded in the
  // audit log.
  const [token, setToken] = useState<string | null>(null);
  return (
    <Loaded result={sensors} shape="card">
      {() => (
        <div className="flex flex-col gap-4">
          <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
            <Card title="Address">
              <Facts
                items={[
                  ["Base URL", <CopyText key="url" text={`${publicUrl}${deviceApiPath}`} />],
                  ["Device UUID", <CopyText key="uuid" text={device.uuid} />],
                ]}
              />
            </Card>
            <TokenCard
              device={device}
              token={token}
              onShown={(shown) => setToken(shown.token)}
              onHide={() => setToken(null)}
            />
          </div>
          <ProvisioningCard device={device} />
          {mayEdit && sensors.items.length > 0 && (
            <TestReading device={device} sensors={sensors.items} isEverySensor={!sensors.hasNextPage} />
          )}
          <Card title="Send readings from code">
            <Snippets
              deviceUuid={device.uuid}
              token={token}
              sensors={sensors.items}
              contract={device.contract}
            />
          </Card>
          <SensorAddresses list={sensors} needsUuid={device.contract === "stored"} />
        </div>
      )}
    </Loaded>
  );
}
