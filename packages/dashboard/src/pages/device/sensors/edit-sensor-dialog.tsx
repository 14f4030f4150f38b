import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../../api/queries.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure, Loading } from "../../../ui/states.tsx";
import type { Sensor } from "../use-device.ts";
import { EditSensorForm } from "./edit-sensor-form.tsx";
import { loadSensorTexts } from "./sensor-setting.ts";

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
  const texts = useQuery({
    queryKey: ["sensor form", device, sensor.uuid],
    queryFn: () => loadSensorTexts(device, sensor.uuid),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const chain = useCall("showApplicableChain", { query: { sensor: sensor.uuid } });
  const retention = useCall("showSensorRetention", { params: { device, sensor: sensor.uuid } });
  const error = texts.error ?? chain.error ?? retention.error;
  if (texts.data !== undefined && chain.data !== undefined && retention.data !== undefined) {
    const setting = { texts: texts.data, chain: chain.data, retention: retention.data };
    return <EditSensorForm device={device} sensor={sensor} setting={setting} onClose={onClose} />;
  }
  const retry = () => {
    for (const result of [texts, chain, retention]) if (result.isError) void result.refetch();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Edit ${sensor.name}`}>
      {error === null ? <Loading /> : <Failure error={error} onRetry={retry} />}
    </Dialog>
  );
}
