import { weekdays } from "@weir/protocol/closed-sets";
import { browserTimeZone } from "../../format/time-zone.ts";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { type WeeklySpan, workdays } from "./weekly-span.ts";

const dayChoices = [
  { value: "every day", label: "Every day" },
  { value: "weekdays", label: "Weekdays" },
  { value: "other", label: "As it is now" },
];

/** A span of the week that can be switched on. Times are in the browser's time zone, unless the span has another. */
export function SpanFields({
  label,
  span,
  usual,
  error,
  onChange,
}: {
  readonly label: string;
  readonly span: WeeklySpan | null;
  /** The times that are offered first. */
  readonly usual: { readonly from: string; readonly to: string };
  readonly error: string | undefined;
  readonly onChange: (span: WeeklySpan | null) => void;
}) {
  const first: WeeklySpan = { ...usual, days: weekdays, time_zone: browserTimeZone() };
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label={label}
        checked={span !== null}
        onChange={({ target }) => onChange(target.checked ? first : null)}
      />
      {span !== null && (
        <div className="grid grid-cols-[1.4fr_1fr_1fr] items-start gap-3 pl-6">
          <SelectField
            label="Days"
            choices={isOther(span) ? dayChoices : dayChoices.slice(0, 2)}
            value={isOther(span) ? "other" : span.days.length === 7 ? "every day" : "weekdays"}
            onChange={({ target: { value } }) =>
              value !== "other" && onChange({ ...span, days: value === "weekdays" ? workdays : weekdays })
            }
          />
          <TextField
            label="From"
            type="time"
            required
            value={span.from}
            onChange={({ target }) => onChange({ ...span, from: target.value })}
          />
          <TextField
            label="To"
            type="time"
            required
            value={span.to === "24:00" ? "00:00" : span.to}
            error={error}
            onChange={({ target }) => onChange({ ...span, to: target.value })}
          />
          <p className="col-span-3 text-sm text-muted">
            In the time zone {span.time_zone.replaceAll("_", " ")}.
          </p>
        </div>
      )}
    </div>
  );
}

function isOther({ days }: WeeklySpan): boolean {
  return days.length !== weekdays.length && days.join() !== workdays.join();
}
