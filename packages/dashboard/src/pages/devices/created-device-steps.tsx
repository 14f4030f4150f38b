import { ArrowRight } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { plural } from "../../format/number.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy.tsx";
import { Loading } from "../../ui/states.tsx";
import { FirstReading } from "./first-reading.tsx";
import type { CreatedDevice } from "./new-device-form.tsx";

const Snippets = lazy(async () => ({ default: (await import("../device/snippets/snippets.tsx")).Snippets }));

/** A device that was just made: its token, what to paste, and whether it arrives. */
export function CreatedDeviceSteps({
  device,
  onAnother,
}: {
  readonly device: CreatedDevice;
  readonly onAnother: () => void;
}) {
  const hasSensors = device.sensors.length > 0;
  const start = useRef<HTMLParagraphElement>(null);
  // The form is gone; whoever used the keyboard goes on here.
  useEffect(() => start.current?.focus(), []);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p ref={start} tabIndex={-1} className="text-sm text-muted outline-none">
        {device.name} is there,{" "}
        {hasSensors ? `with ${plural(device.sensors.length, "sensor")}` : "without sensors so far"}. It signs
        in with its own token.
      </p>
      <Card title="Token">
        <CopyText text={device.token} />
        <p className="mt-1 text-sm text-muted">
          Whoever has it can send readings as this device. You can see it again under Credentials.
        </p>
      </Card>
      <Card title="Send a reading">
        <Suspense fallback={<Loading what="Writing the snippets" />}>
          <Snippets
            deviceUuid={device.uuid}
            token={device.token}
            sensors={device.sensors}
            contract={device.contract}
          />
        </Suspense>
      </Card>
      <Card title="Watch it arrive">
        <FirstReading deviceUuid={device.uuid} />
      </Card>
      <div className="flex justify-end gap-2">
        <Button onClick={onAnother}>Create another</Button>
        <ButtonLink
          to={hasSensors ? `/devices/${device.uuid}` : `/devices/${device.uuid}/sensors`}
          look="primary"
          icon={<ArrowRight size={15} aria-hidden />}
        >
          {hasSensors ? "Open the device" : "Add its sensors"}
        </ButtonLink>
      </div>
    </div>
  );
}
