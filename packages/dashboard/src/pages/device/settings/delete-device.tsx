import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import type { Device } from "../use-device.ts";

export function DeleteDevice({ device }: { readonly device: Device }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const deletion = useChange("deleteDevice", {
    refreshes: ["listDevices", "countDevices", "listDeviceGroups"],
    said: `${device.name} was deleted`,
    // Nobody is asked whether to keep what they typed about a device that is gone.
    onDone: () => void navigate({ to: "/devices", ignoreBlocker: true }),
  });
  return (
    <Card title="Delete this device">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-sm text-muted">
          Its {plural(device.sensor_count, "sensor")} and all their readings go with it, for good. To stop
          only its requests, disable it instead.
        </p>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          Delete device…
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Delete ${device.name}?`}
        action="Delete device"
        typed={device.name}
        isBusy={deletion.isPending}
        onConfirm={() => deletion.mutate({ params: { device: device.uuid } })}
      >
        The device, its {plural(device.sensor_count, "sensor")} and all their readings are deleted for good.
        Its token stops working at once.
      </Confirm>
    </Card>
  );
}
