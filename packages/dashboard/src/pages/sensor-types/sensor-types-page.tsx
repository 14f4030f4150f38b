import { Gauge } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { DevicesPlace } from "../../app/places/devices-place.tsx";
import { useMay } from "../../app/session.tsx";
import { exactText } from "../../format/number.ts";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { SensorIcon } from "../../ui/sensor-icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { type SensorType, SensorTypeDialog, sensorTypeFields } from "./sensor-type-dialog.tsx";
import { statesText } from "./states-field.tsx";
import { usualSensorIcon } from "./usual-sensor-icon.ts";

export function SensorTypesPage() {
  const mayEdit = useMay("editor");
  const types = useCall("listSensorTypes", {});
  const [edited, setEdited] = useState<SensorType | "new" | null>(null);
  return (
    <DevicesPlace to="/devices/sensor-types">
      <Together className="flex flex-col gap-5">
        <ResourceSection
          about="Suggested units and display settings for new sensors."
          create={mayEdit && { label: "New sensor type", onClick: () => setEdited("new") }}
          list={types}
          empty={(create) => (
            <EmptyState icon={<Gauge size={22} />} title="No sensor types yet" action={create}>
              For example, a type “Temperature” fills in °C as the unit.
            </EmptyState>
          )}
          label="Sensor types"
          items={types.data?.items ?? []}
          idOf={({ uuid }) => uuid}
          columns={columns}
          actions={mayEdit && ((type) => <TypeActions type={type} onEdit={() => setEdited(type)} />)}
        />
        {edited !== null && <SensorTypeDialog type={edited} onClose={() => setEdited(null)} />}
      </Together>
    </DevicesPlace>
  );
}

const columns: readonly Column<SensorType>[] = [
  {
    head: "Name",
    isWide: true,
    cell: ({ name, icon }) => (
      <span className="flex items-center gap-2 font-medium">
        <span className="text-muted">
          <SensorIcon name={icon ?? usualSensorIcon(name)} />
        </span>
        {name}
      </span>
    ),
  },
  {
    head: "Unit",
    label: "Unit",
    cell: ({ unit }) => unit ?? <span className="text-muted">none</span>,
  },
  {
    head: "Decimals",
    label: "Decimals",
    cell: ({ decimals }) => decimals ?? <span className="text-muted">as sent</span>,
  },
  { head: "Usual range", label: "Usually", className: "whitespace-nowrap", cell: rangeText },
  {
    head: "States",
    label: "States",
    cell: ({ states }) => (states === null ? <span className="text-muted">none</span> : statesText(states)),
  },
];

function TypeActions({ type, onEdit }: { readonly type: SensorType; readonly onEdit: () => void }) {
  const { uuid, name } = type;
  const deletion = useChange("deleteSensorType", {
    refreshes: ["listSensorTypes", "listAudit"],
    said: `“${name}” is no longer suggested. Sensors that use it keep its name and unit.`,
    undo: () => () => call("createSensorType", { body: sensorTypeFields(type) }),
  });
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Edit", onSelect: onEdit },
        { label: "Delete", isDangerous: true, onSelect: () => deletion.mutate({ params: { type: uuid } }) },
      ]}
    />
  );
}

function rangeText({ min, max, unit }: SensorType): string {
  const suffix = unit === null ? "" : ` ${unit}`;
  if (min !== null && max !== null) return `${exactText(min)} to ${exactText(max)}${suffix}`;
  if (min !== null) return `from ${exactText(min)}${suffix}`;
  return max === null ? "any" : `up to ${exactText(max)}${suffix}`;
}
