import { CheckboxField, choicesOf, SelectField } from "../../ui/field.tsx";
import { TimeZoneChoice } from "../settings/time-zone-choice.tsx";
import type { KnownSensor } from "./model/guess-plan.ts";
import type { ImportPlan, TimeFormat } from "./model/import-plan.ts";

const timeFormatLabels: Record<TimeFormat, string> = {
  iso: "2026-01-31 (ISO 8601)",
  dmy: "31.01.2026 (day first)",
  mdy: "01/31/2026 (month first)",
  unix_s: "Seconds since 1970",
  unix_ms: "Milliseconds since 1970",
};

const delimiterLabels = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" };

/** How times, numbers and fields are written in the file. */
export function FileSettings({
  plan,
  sensors,
  timeZone,
  isZoneNeeded,
  onChange,
  onZone,
  onLayout,
}: {
  readonly plan: ImportPlan;
  readonly sensors: readonly KnownSensor[];
  /** Null is the browser's time zone. */
  readonly timeZone: string | null;
  readonly isZoneNeeded: boolean;
  readonly onChange: (change: Partial<ImportPlan>) => void;
  readonly onZone: (timeZone: string | null) => void;
  /** Called if the file has to be cut into columns in another way. */
  readonly onLayout: (change: Partial<Pick<ImportPlan, "delimiter" | "hasHeader">>) => void;
}) {
  const has = (role: string) => plan.columns.some((column) => column.role === role);
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      {has("value") && !has("sensor") && (
        <SelectField
          label="Sensor"
          value={plan.fixedSensor ?? ""}
          choices={[
            { value: "", label: "Choose a sensor" },
            ...sensors.map(({ slug, name }) => ({ value: slug, label: name ?? slug })),
          ]}
          onChange={({ target }) => onChange({ fixedSensor: target.value === "" ? null : target.value })}
        />
      )}
      <SelectField
        label="Time format"
        value={plan.timeFormat}
        choices={choicesOf(timeFormatLabels)}
        onChange={({ target }) => onChange({ timeFormat: target.value as TimeFormat })}
      />
      {isZoneNeeded && <TimeZoneChoice timeZone={timeZone} onChoose={onZone} />}
      {plan.format === "csv" && (
        <>
          <SelectField
            label="Fields are separated by"
            value={plan.delimiter}
            choices={choicesOf(delimiterLabels)}
            onChange={({ target }) => onLayout({ delimiter: target.value })}
          />
          <div className="flex flex-col justify-end gap-2">
            <CheckboxField
              label="The first line contains column names"
              checked={plan.hasHeader}
              onChange={({ target }) => onLayout({ hasHeader: target.checked })}
            />
            <CheckboxField
              label="Numbers use a decimal comma (21,5)"
              checked={plan.hasDecimalComma}
              onChange={({ target }) => onChange({ hasDecimalComma: target.checked })}
            />
          </div>
        </>
      )}
    </div>
  );
}
