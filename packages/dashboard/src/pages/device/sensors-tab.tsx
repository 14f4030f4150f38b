import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { forgetSensors } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import type { SensorLook } from "../../format/sensor-look.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { Value } from "../../ui/value.tsx";
import { NoSensors } from "./no-sensors.tsx";
import { useSensorLooks } from "./sensor-looks.ts";
import { AddSensorDialog } from "./sensors/add-sensor-dialog.tsx";
import { EditSensorDialog } from "./sensors/edit-sensor-dialog.tsx";
import { SensorChain } from "./sensors/sensor-chain.tsx";
import { type Sensor, useDeviceUuid, useSensors } from "./use-device.ts";

/** The sensors of a device: their settings, the chain of each, and how to change them. */
export function SensorsTab() {
  const uuid = useDeviceUuid();
  const list = useSensors();
  const lookOf = useSensorLooks();
  const mayEdit = useMay("editor");
  const { add } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Sensor | null>(null);
  const setAdding = (isAdding: boolean) =>
    void navigate({
      to: ".",
      replace: true,
      resetScroll: false,
      search: isAdding ? { add: true } : {},
    });
  return (
    <>
      <ResourceSection
        title="Sensors"
        action={
          mayEdit && (
            <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
              Add sensor
            </Button>
          )
        }
        list={list}
        empty={() => <NoSensors />}
        label="Sensors"
        items={list.items}
        idOf={(sensor) => sensor.uuid}
        columns={columnsOf(lookOf, mayEdit ? setEdited : null)}
        actions={mayEdit && ((sensor) => <SensorActions sensor={sensor} onEdit={() => setEdited(sensor)} />)}
      />
      {mayEdit && add === true && <AddSensorDialog device={uuid} onClose={() => setAdding(false)} />}
      {edited !== null && (
        <EditSensorDialog key={edited.uuid} device={uuid} sensor={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function columnsOf(
  lookOf: (sensor: Sensor) => SensorLook,
  onEdit: ((sensor: Sensor) => void) | null,
): readonly Column<Sensor>[] {
  return [
    {
      head: "Name",
      isWide: true,
      className: "font-medium wrap-anywhere md:min-w-24",
      cell: (sensor) =>
        onEdit === null ? (
          sensor.name
        ) : (
          <button type="button" onClick={() => onEdit(sensor)} className="text-left hover:underline">
            {sensor.name}
          </button>
        ),
    },
    { head: "Slug", className: "font-mono text-muted", cell: ({ slug }) => slug },
    textColumn("Type", ({ type }) => type),
    textColumn("Unit", (sensor) => lookOf(sensor).unit),
    {
      head: "Rule chain",
      isWide: true,
      label: "Rule chain",
      cell: ({ applicable_chain }) => <SensorChain chain={applicable_chain} />,
    },
    {
      head: "Current Value",
      label: "Current Value",
      cell: (sensor) => <Value value={sensor.latest?.value} {...lookOf(sensor)} />,
    },
  ];
}

/** Missing text takes no room on a phone. */
function textColumn(head: string, textOf: (sensor: Sensor) => string | null): Column<Sensor> {
  return {
    head,
    label: head,
    className: (sensor) =>
      textOf(sensor) === null ? "whitespace-nowrap max-md:hidden" : "whitespace-nowrap",
    cell: (sensor) => textOf(sensor) ?? <span className="text-muted">none</span>,
  };
}

function SensorActions({ sensor, onEdit }: { readonly sensor: Sensor; readonly onEdit: () => void }) {
  const device = useDeviceUuid();
  const { uuid, name, slug } = sensor;
  const removal = useChange("removeSensor", {
    refreshes: ["listSensors", "showDevice", "listSensorsOfDevices"],
    said: "Sensor removed",
    onDone: forgetSensors,
  });
  const question = {
    title: `Remove ${name}?`,
    text: `All of its readings are permanently deleted. Readings that the device still sends for “${slug}” are rejected.`,
    action: "Remove sensor",
    typed: slug,
    onConfirm: () => removal.mutateAsync({ params: { device, sensor: uuid } }),
  };
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Edit", onSelect: onEdit },
        { label: "Remove…", isDangerous: true, question },
      ]}
    />
  );
}
