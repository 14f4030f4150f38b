import { Gauge } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SensorIcon } from "../../ui/sensor-icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { RowActions } from "./row-actions.tsx";
import { SectionHead } from "./section-head.tsx";
import { SensorTypeDialog } from "./sensor-type-dialog.tsx";

export type SensorType = CallAnswer<"listSensorTypes">["items"][number];

export function SensorTypesSection() {
  const mayEdit = useMay("editor");
  const types = useCall("listSensorTypes", {});
  const [edited, setEdited] = useState<SensorType | "new" | null>(null);
  const [ending, setEnding] = useState<SensorType | null>(null);
  const remove = useChange("deleteSensorType", {
    refreshes: ["listSensorTypes", "listAudit"],
    said: "The sensor type is deleted.",
  });
  const create = (
    <Button look="primary" onClick={() => setEdited("new")}>
      New sensor type
    </Button>
  );
  return (
    <>
      <SectionHead action={mayEdit && (types.data?.items.length ?? 0) > 0 && create}>
        Suggestions for new sensors: the unit they measure in, and how their values are shown.
      </SectionHead>
      <Card isFlush>
        <Loaded result={types}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={<Gauge size={22} />}
                title="No sensor types yet"
                {...(mayEdit ? { action: create } : {})}
              >
                With a type “Temperature” in °C, nobody has to type the unit again.
              </EmptyState>
            ) : (
              <Table label="Sensor types">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Unit</Th>
                    <Th className="text-right! max-md:hidden">Decimals</Th>
                    <Th>Usual range</Th>
                    {mayEdit && (
                      <Th>
                        <span className="sr-only">Actions</span>
                      </Th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {items.map((type) => (
                    <TypeRow
                      key={type.uuid}
                      type={type}
                      onEdit={() => setEdited(type)}
                      onDelete={() => setEnding(type)}
                    />
                  ))}
                </tbody>
              </Table>
            )
          }
        </Loaded>
      </Card>
      {edited !== null && <SensorTypeDialog type={edited} onClose={() => setEdited(null)} />}
      <Confirm
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={`Delete the type “${ending?.name ?? ""}”?`}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => {
          if (ending !== null) remove.mutate({ params: { type: ending.uuid } });
          setEnding(null);
        }}
      >
        Sensors that have it keep its name and their unit. It is no longer suggested.
      </Confirm>
    </>
  );
}

function TypeRow({
  type,
  onEdit,
  onDelete,
}: {
  readonly type: SensorType;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const mayEdit = useMay("editor");
  const { name, unit, decimals, icon } = type;
  return (
    <Tr>
      <Td>
        <span className="flex items-center gap-2 font-medium">
          <span className="w-4 text-muted">
            <SensorIcon name={icon} />
          </span>
          {name}
        </span>
      </Td>
      <Td>{unit ?? <span className="text-muted">none</span>}</Td>
      <Td className="text-right max-md:hidden">{decimals ?? <span className="text-muted">as sent</span>}</Td>
      <Td className="whitespace-nowrap">{rangeText(type)}</Td>
      {mayEdit && (
        <Td>
          <RowActions
            of={name}
            entries={[
              { label: "Edit", onSelect: onEdit },
              { label: "Delete", isDangerous: true, onSelect: onDelete },
            ]}
          />
        </Td>
      )}
    </Tr>
  );
}

function rangeText({ min, max, unit }: SensorType): string {
  const suffix = unit === null ? "" : ` ${unit}`;
  if (min !== null && max !== null) return `${min} to ${max}${suffix}`;
  if (min !== null) return `from ${min}${suffix}`;
  return max === null ? "any" : `up to ${max}${suffix}`;
}
