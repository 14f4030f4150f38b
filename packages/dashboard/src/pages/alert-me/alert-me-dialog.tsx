import { Activity } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { sensorsMax } from "../charts/chart-sensor.ts";
import { AlertMeForm } from "./alert-me-form.tsx";

export interface AlertMeProps {
  /** UUID. */
  readonly device: string;
  /** UUID. Without it, the first sensor that has readings is proposed. */
  readonly sensor?: string | undefined;
  readonly onClose: () => void;
}

/** From a value to a message: creates an alert rule for a sensor, and whatever is missing for somebody to be notified. */
export function AlertMeDialog({ device: uuid, sensor, onClose }: AlertMeProps) {
  const params = { device: uuid };
  const device = useCall("showDevice", { params });
  const list = useCall("listSensors", { params, query: { limit: sensorsMax } });
  const sensors = list.data?.items ?? [];
  const first = sensors.find((each) => each.uuid === sensor) ?? sensors.find(({ latest }) => latest !== null);
  const chosen = first ?? sensors[0];
  if (device.data !== undefined && chosen !== undefined)
    return <AlertMeForm device={device.data} sensors={sensors} first={chosen.uuid} onClose={onClose} />;
  const error = device.error ?? list.error;
  const again = () => {
    void device.refetch();
    void list.refetch();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Alert me" isWide>
      {error !== null ? (
        <Failure error={error} onRetry={again} />
      ) : list.isPending || device.isPending ? (
        <Loading what="Loading sensors" shape="form" />
      ) : (
        <EmptyState icon={<Activity size={22} />} title="No sensors yet">
          Add a sensor to this device, then choose which of its values you want to be alerted to.
        </EmptyState>
      )}
    </Dialog>
  );
}
