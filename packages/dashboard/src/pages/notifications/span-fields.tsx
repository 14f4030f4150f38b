import { weekdays } from "@weir/protocol/closed-sets";
import { browserTimeZone } from "../../format/time-zone.ts";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { daysText, type WeeklySpan, weekendDays, workdays } from "./weekly-span.ts";

const daysOf = { everyday: weekdays, weekdays: workdays, weekend: weekendDays } as const;
const dayChoices = [
  { value: "everyday", label: "Every day" },
  { value: "weekdays", label: "Weekdays" },
  { value: "weekend", label: "Weekends" },
] as const;

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
  const known = dayChoices.find(({ value }) => daysOf[value].join() === span?.days.join())?.value ?? "other";
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label={label}
        checked={span !== null}
        onChange={({ target }) => onChange(target.checked ? first : null)}
      />
      {span !== null && (
        <div className="grid grid-cols-2 items-start gap-3 pl-6.5 sm:grid-cols-[1.4fr_1fr_1fr]">
          <div className="col-span-2 sm:col-span-1">
            <SelectField
              label="Days"
              choices={
                known === "other" ? [...dayChoices, { value: known, label: daysText(span.days) }] : dayChoices
              }
              value={known}
              onChange={({ target: { value } }) =>
                value !== "other" && onChange({ ...span, days: daysOf[value as keyof typeof daysOf] })
              }
            />
          </div>
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
          <p className="col-span-2 text-sm text-muted sm:col-span-3">
            Time zone: {span.time_zone.replaceAll("_", " ")}
          </p>
        </div>
      )}
    </div>
  );
}
