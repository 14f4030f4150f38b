import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/change.ts";
import { plural } from "../../../format/number.ts";
import { Card } from "../../../ui/card.tsx";
import { ConfirmButton } from "../../../ui/confirm.tsx";
import type { Device } from "../use-device.ts";

export function DeleteDevice({ device }: { readonly device: Device }) {
  const navigate = useNavigate();
  const deletion = useChange("deleteDevice", {
    refreshes: ["listDevices", "countDevices", "listDeviceGroups"],
    said: `${device.name} was deleted`,
    // Unsaved changes to a deleted device do not matter.
    onDone: () => void navigate({ to: "/devices", ignoreBlocker: true }),
  });
  const question = {
    title: `Delete ${device.name}?`,
    text: `The device, its ${plural(device.sensor_count, "sensor")} and all their readings are permanently deleted. Its token stops working immediately.`,
    action: "Delete device",
    typed: device.name,
    onConfirm: () => deletion.mutateAsync({ params: { device: device.uuid } }),
  };
  return (
    <Card title="Delete this device">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-sm text-muted">
          Its {plural(device.sensor_count, "sensor")} and all their readings are permanently deleted as well.
          To only refuse its requests, disable the device instead.
        </p>
        <ConfirmButton look="danger" question={question}>
          Delete device…
        </ConfirmButton>
      </div>
    </Card>
  );
}
