import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure, Loading } from "../../../ui/states.tsx";
import type { Sensor } from "../use-device.ts";
import { EditSensorForm } from "./edit-sensor-form.tsx";
import { loadSensorSetting } from "./sensor-setting.ts";

export function EditSensorDialog({
  device,
  sensor,
  onClose,
}: {
  readonly device: string;
  readonly sensor: Sensor;
  readonly onClose: () => void;
}) {
  // Read when the dialog opens and not again: what is typed must not change under the person's hands.
  const setting = useQuery({
    queryKey: ["sensor form", device, sensor.uuid],
    queryFn: () => loadSensorSetting({ device, sensor: sensor.uuid }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (setting.data !== undefined)
    return <EditSensorForm device={device} sensor={sensor} first={setting.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={`Edit ${sensor.name}`}>
      {setting.isError ? (
        <Failure error={setting.error} onRetry={() => void setting.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
