import { CardTd, CardTr } from "../../../ui/card-table.tsx";
import { RowActions } from "../../../ui/row-actions.tsx";
import { Value } from "../../../ui/value.tsx";
import type { SensorLook } from "../sensor-looks.ts";
import type { Sensor } from "../use-device.ts";
import { SensorChain } from "./sensor-chain.tsx";

export function SensorRow({
  sensor,
  look,
  mayEdit,
  onEdit,
  onRemove,
}: {
  readonly sensor: Sensor;
  readonly look: SensorLook;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  return (
    <CardTr>
      <CardTd isWide className="font-medium wrap-anywhere">
        {mayEdit ? (
          <button type="button" onClick={onEdit} className="text-left hover:underline">
            {sensor.name}
          </button>
        ) : (
          sensor.name
        )}
      </CardTd>
      <CardTd className="font-mono text-muted">{sensor.slug}</CardTd>
      <CardTd className="whitespace-nowrap">
        {sensor.type}
        {look.unit !== null && (
          <span className={sensor.type === null ? "text-muted" : "ml-1.5 text-xs text-muted"}>
            {look.unit}
          </span>
        )}
      </CardTd>
      <CardTd isWide label="Rule chain">
        <SensorChain chain={sensor.applicable_chain} />
      </CardTd>
      <CardTd label="Current Value">
        <Value value={sensor.latest?.value} {...look} />
      </CardTd>
      {mayEdit && (
        <RowActions
          of={sensor.name}
          entries={[
            { label: "Edit", onSelect: onEdit },
            { label: "Remove…", onSelect: onRemove, isDangerous: true },
          ]}
        />
      )}
    </CardTr>
  );
}
