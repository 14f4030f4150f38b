import { Gauge } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { SensorIcon } from "../../ui/sensor-icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ListCard } from "./list-card.tsx";
import { SectionHead } from "./section-head.tsx";
import { type SensorType, sensorTypeFields } from "./sensor-type.ts";
import { SensorTypeDialog } from "./sensor-type-dialog.tsx";
import { usualSensorIcon } from "./usual-sensor-icon.ts";

export function SensorTypesSection() {
  const mayEdit = useMay("editor");
  const types = useCall("listSensorTypes", {});
  const [edited, setEdited] = useState<SensorType | "new" | null>(null);
  const items = types.data?.items ?? [];
  const create = mayEdit && (
    <Button look="primary" onClick={() => setEdited("new")}>
      New sensor type
    </Button>
  );
  return (
    <>
      <SectionHead action={items.length > 0 && create}>
        Suggested units and display settings for new sensors.
      </SectionHead>
      <ListCard
        list={types}
        isEmpty={items.length === 0}
        empty={
          <EmptyState icon={<Gauge size={22} />} title="No sensor types yet" action={create}>
            For example, a type “Temperature” fills in °C as the unit.
          </EmptyState>
        }
      >
        <CardTable
          label="Sensor types"
          heads={[
            ["name", "Name"],
            ["unit", "Unit"],
            ["decimals", "Decimals"],
            ["range", "Usual range"],
            ...(mayEdit ? [actionsHead] : []),
          ]}
        >
          {items.map((type) => (
            <TypeRow key={type.uuid} type={type} onEdit={() => setEdited(type)} />
          ))}
        </CardTable>
      </ListCard>
      {edited !== null && <SensorTypeDialog type={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function TypeRow({ type, onEdit }: { readonly type: SensorType; readonly onEdit: () => void }) {
  const mayEdit = useMay("editor");
  const { uuid, name, unit, decimals, icon } = type;
  const deletion = useChange("deleteSensorType", {
    refreshes: ["listSensorTypes", "listAudit"],
    said: `“${name}” is no longer suggested. Sensors that use it keep its name and unit.`,
    undo: () => () => call("createSensorType", { body: sensorTypeFields(type) }),
  });
  return (
    <CardTr>
      <CardTd isWide>
        <span className="flex items-center gap-2 font-medium">
          <span className="text-muted">
            <SensorIcon name={icon ?? usualSensorIcon(name)} />
          </span>
          {name}
        </span>
      </CardTd>
      <CardTd label="Unit">{unit ?? <span className="text-muted">none</span>}</CardTd>
      <CardTd label="Decimals">{decimals ?? <span className="text-muted">as sent</span>}</CardTd>
      <CardTd label="Usually" className="whitespace-nowrap">
        {rangeText(type)}
      </CardTd>
      {mayEdit && (
        <RowActions
          of={name}
          entries={[
            { label: "Edit", onSelect: onEdit },
            {
              label: "Delete",
              isDangerous: true,
              onSelect: () => deletion.mutate({ params: { type: uuid } }),
            },
          ]}
        />
      )}
    </CardTr>
  );
}

function rangeText({ min, max, unit }: SensorType): string {
  const suffix = unit === null ? "" : ` ${unit}`;
  if (min !== null && max !== null) return `${min} to ${max}${suffix}`;
  if (min !== null) return `from ${min}${suffix}`;
  return max === null ? "any" : `up to ${max}${suffix}`;
}
