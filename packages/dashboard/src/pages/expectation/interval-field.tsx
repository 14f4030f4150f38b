import { expectedIntervalMaxS } from "@weir/protocol/manage/expected-interval";
import { useState } from "react";
import { SelectField, TextField } from "../../ui/field.tsx";

const unitsS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof unitsS;
const units = Object.keys(unitsS) as Unit[];

const usualIntervalS = 300;

/** How often a device is expected to send. Null inherits the setting or learns it; NaN while the field is empty. */
export function IntervalField({
  intervalS,
  automatic,
  hint,
  onChange,
}: {
  readonly intervalS: number | null;
  /** The interval that applies if none is set. */
  readonly automatic: string;
  readonly hint: string;
  readonly onChange: (intervalS: number | null) => void;
}) {
  const [unit, setUnit] = useState<Unit>(() => largestUnit(intervalS ?? usualIntervalS));
  const amount = intervalS === null ? null : intervalS / unitsS[unit];
  const choose = (isSet: boolean) => {
    setUnit(largestUnit(usualIntervalS));
    onChange(isSet ? usualIntervalS : null);
  };
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Expected interval"
        value={intervalS === null ? "automatic" : "set"}
        hint={hint}
        choices={[
          { value: "automatic", label: automatic },
          { value: "set", label: "Set an interval" },
        ]}
        onChange={(event) => choose(event.target.value === "set")}
      />
      {amount !== null && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Every"
            type="number"
            required
            min={1}
            max={Math.floor(expectedIntervalMaxS / unitsS[unit])}
            step={1}
            value={Number.isNaN(amount) ? "" : String(amount)}
            onChange={({ target: { value } }) =>
              onChange(value === "" ? Number.NaN : Number(value) * unitsS[unit])
            }
          />
          <SelectField
            label="Unit"
            value={unit}
            choices={units.map((name) => ({ value: name, label: name }))}
            onChange={({ target: { value } }) => {
              const chosen = value as Unit;
              setUnit(chosen);
              onChange(amount * unitsS[chosen]);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The largest unit that gives a whole number. */
function largestUnit(seconds: number): Unit {
  return units.toReversed().find((name) => seconds % unitsS[name] === 0) ?? "seconds";
}
