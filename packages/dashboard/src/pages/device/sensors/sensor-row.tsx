import { CardTd, CardTr } from "../../../ui/card-table.tsx";
import { cx } from "../../../ui/class-names.ts";
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
      <TextCell label="Type" text={sensor.type} />
      <TextCell label="Unit" text={look.unit} />
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

/** On a phone a text that was not given takes no room. */
function TextCell({ label, text }: { readonly label: string; readonly text: string | null }) {
  return (
    <CardTd label={label} className={cx("whitespace-nowrap", text === null && "max-md:hidden")}>
      {text ?? <span className="text-muted">none</span>}
    </CardTd>
  );
}
