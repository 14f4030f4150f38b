import { ArrowRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { plural } from "../../format/number.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { FirstReading } from "../devices/first-reading.tsx";
import { createdToken, forgetCreatedToken } from "./created-token.ts";
import { TokenCard } from "./credentials/token-card.tsx";
import { Snippets } from "./snippets/snippets.tsx";
import { type Device, type Sensor, useDevice, useSensors } from "./use-device.ts";

/** The first steps with a new device: its token, code to paste, and whether a reading arrives. */
export function StartTab() {
  const device = useDevice();
  const sensors = useSensors();
  return (
    <Loaded result={sensors}>
      {() => <Loaded result={device}>{(shown) => <Start device={shown} sensors={sensors.items} />}</Loaded>}
    </Loaded>
  );
}

function Start({ device, sensors }: { readonly device: Device; readonly sensors: readonly Sensor[] }) {
  // After a reload the token is not known any more. It is not requested unasked, because that is recorded in
  // the audit log.
  const [token, setToken] = useState(() => createdToken(device.uuid));
  const replaceToken = (shown: string | null) => {
    forgetCreatedToken(device.uuid);
    setToken(shown);
  };
  const hasSensors = device.sensor_count > 0;
  const start = useRef<HTMLParagraphElement>(null);
  // The form has disappeared, so keyboard users continue here.
  useEffect(() => start.current?.focus(), []);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p ref={start} tabIndex={-1} className="text-sm text-muted outline-none">
        {device.name} was created{" "}
        {hasSensors ? `with ${plural(device.sensor_count, "sensor")}` : "without sensors"}. Use its token to
        send readings.
      </p>
      <TokenCard
        device={device}
        token={token}
        onShown={(shown) => replaceToken(shown.token)}
        onHide={() => replaceToken(null)}
      />
      <Card title="Send a reading">
        <Snippets deviceUuid={device.uuid} token={token} sensors={sensors} contract={device.contract} />
      </Card>
      <Card title="Watch it arrive">
        <FirstReading deviceUuid={device.uuid} />
      </Card>
      <div className="flex justify-end gap-2">
        <ButtonLink to="/devices/new">Create another</ButtonLink>
        <ButtonLink
          to={hasSensors ? "/devices/$device" : "/devices/$device/sensors"}
          params={{ device: device.uuid }}
          look="primary"
          icon={<ArrowRight size={15} aria-hidden />}
        >
          {hasSensors ? "Open the device" : "Add its sensors"}
        </ButtonLink>
      </div>
    </div>
  );
}
