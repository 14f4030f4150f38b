import { useId, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { inputClass, Select } from "../../ui/field.tsx";
import { keptText } from "./kept-text.ts";

const usual: readonly (number | null)[] = [7, 30, 90, 365, 730, 1825, null];
const daysMax = 36_525;

/** A usual length, or any number of days. */
export function KeptChoice({
  label,
  days,
  onChange,
}: {
  readonly label: string;
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}) {
  const id = useId();
  const [isOther, setIsOther] = useState(!usual.includes(days));
  const choices = [
    ...usual.map((length) => ({ value: String(length), label: keptText(length) })),
    { value: "other", label: "other…" },
  ];
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          id={id}
          className="w-36!"
          choices={choices}
          value={isOther ? "other" : String(days)}
          onChange={({ target: { value } }) => {
            setIsOther(value === "other");
            if (value === "other") onChange(days ?? 365);
            else onChange(value === "null" ? null : Number(value));
          }}
        />
        {isOther && (
          <span className="flex items-center gap-2 text-sm">
            <input
              type="number"
              aria-label="Days"
              required
              min={1}
              max={daysMax}
              step={1}
              value={days ?? ""}
              onChange={(event) => onChange(Number(event.target.value))}
              className={cx(inputClass, "w-24!")}
            />
            days
          </span>
        )}
      </div>
    </div>
  );
}
