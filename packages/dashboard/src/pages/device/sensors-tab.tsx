import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { actionsHead } from "../../ui/row-actions.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { NoSensors } from "./no-sensors.tsx";
import { useSensorLooks } from "./sensor-looks.ts";
import { AddSensorDialog } from "./sensors/add-sensor-dialog.tsx";
import { EditSensorDialog } from "./sensors/edit-sensor-dialog.tsx";
import { SensorRow } from "./sensors/sensor-row.tsx";
import { type Sensor, useDeviceUuid, useSensors } from "./use-device.ts";

/** The sensors of a device: what they are, where their readings go, and how to change that. */
export function SensorsTab() {
  const uuid = useDeviceUuid();
  const list = useSensors();
  const mayEdit = useMay("editor");
  const { add } = useSearch({ strict: false }) as { add?: boolean };
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Sensor | null>(null);
  const [removed, setRemoved] = useState<Sensor | null>(null);
  const setAdding = (isAdding: boolean) =>
    void navigate({
      ...{ to: ".", replace: true, resetScroll: false },
      search: (isAdding ? { add: true } : {}) as never,
    });
  if (list.isPending) return <Loading />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Card
      title="Sensors"
      isFlush
      action={
        mayEdit && (
          <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            Add sensor
          </Button>
        )
      }
    >
      {list.items.length === 0 ? (
        <NoSensors />
      ) : (
        <SensorTable list={list} mayEdit={mayEdit} onEdit={setEdited} onRemove={setRemoved} />
      )}
      {mayEdit && add === true && <AddSensorDialog device={uuid} onClose={() => setAdding(false)} />}
      {edited !== null && (
        <EditSensorDialog key={edited.uuid} device={uuid} sensor={edited} onClose={() => setEdited(null)} />
      )}
      <RemoveSensor device={uuid} sensor={removed} onClose={() => setRemoved(null)} />
    </Card>
  );
}

function SensorTable({
  list,
  mayEdit,
  onEdit,
  onRemove,
}: {
  readonly list: ReturnType<typeof useSensors>;
  readonly mayEdit: boolean;
  readonly onEdit: (sensor: Sensor) => void;
  readonly onRemove: (sensor: Sensor) => void;
}) {
  const lookOf = useSensorLooks();
  return (
    <>
      <CardTable
        label="Sensors"
        heads={[
          ["name", "Name"],
          ["slug", "Slug"],
          ["type", "Type"],
          ["unit", "Unit"],
          ["chain", "Rule chain"],
          ["value", "Current Value"],
          ...(mayEdit ? [actionsHead] : []),
        ]}
      >
        {list.items.map((sensor) => (
          <SensorRow
            key={sensor.uuid}
            sensor={sensor}
            look={lookOf(sensor)}
            mayEdit={mayEdit}
            onEdit={() => onEdit(sensor)}
            onRemove={() => onRemove(sensor)}
          />
        ))}
      </CardTable>
      <More list={list} />
    </>
  );
}

function RemoveSensor({
  device,
  sensor,
  onClose,
}: {
  readonly device: string;
  readonly sensor: Sensor | null;
  readonly onClose: () => void;
}) {
  const removal = useChange("removeSensor", {
    refreshes: ["listSensors", "showDevice"],
    said: "Sensor removed",
    onDone: onClose,
  });
  if (sensor === null) return null;
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={`Remove ${sensor.name}?`}
      action="Remove sensor"
      typed={sensor.slug}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate({ params: { device, sensor: sensor.uuid } })}
    >
      All of its readings are permanently deleted. Readings that the device still sends for “{sensor.slug}”
      are rejected.
    </Confirm>
  );
}
