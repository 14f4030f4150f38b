import { type Weekday, weekdays } from "@weir/protocol/closed-sets";
import { weeklyText } from "@weir/rule-engine/alerts/weekly-text";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { shownTimeZone } from "../../format/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { AlertRule } from "./condition-words.ts";

const shownFields = ["weekly.from", "weekly.to", "weekly.time_zone"];

/** Mutes a rule at certain hours of every week. */
export function MuteDialog({ rule, onClose }: { readonly rule: AlertRule; readonly onClose: () => void }) {
  const { uuid, name, mute } = rule;
  const [weekly, setWeekly] = useState(
    () =>
      mute.weekly ?? {
        days: ["saturday", "sunday"] as Weekday[],
        from: "00:00",
        to: "24:00",
        time_zone: shownTimeZone(),
      },
  );
  const change = (changed: Partial<typeof weekly>) => setWeekly({ ...weekly, ...changed });
  const muting = useChange("muteAlertRule", {
    quiet: true,
    refreshes: ["listAlertRules", "listAudit"] as const,
    onDone: onClose,
    said: ({ mute: { weekly: saved } }) =>
      saved === null ? `“${name}” is no longer muted every week.` : `“${name}” is muted every week.`,
  });
  const save = (saved: typeof weekly | null) =>
    muting.mutate({ params: { rule: uuid }, body: { until: mute.until, weekly: saved } });
  const toggle = (day: Weekday) =>
    change({ days: weekdays.filter((each) => (each === day) !== weekly.days.includes(each)) });
  const time = (key: "from" | "to", hint?: string) => ({
    required: true,
    autoComplete: "off",
    placeholder: "hh:mm",
    maxLength: 5,
    value: weekly[key],
    ...(hint === undefined ? {} : { hint }),
    error: fieldMessage(muting.error, `weekly.${key}`),
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });
  return (
    <FormDialog
      title={`Mute “${name}” every week`}
      description="While it is muted, the rule raises no alarms. Alarms that are active stay."
      submit="Save"
      isBusy={muting.isPending}
      isComplete={weekly.days.length > 0}
      error={muting.error}
      fields={shownFields}
      onSubmit={() => save(weekly)}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Days on which it starts</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {weekdays.map((day) => (
            <CheckboxField
              key={day}
              label={day.charAt(0).toUpperCase() + day.slice(1)}
              checked={weekly.days.includes(day)}
              onChange={() => toggle(day)}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <TextField label="From" {...time("from")} />
        <TextField label="To" {...time("to", "24:00 is the end of the day.")} />
      </div>
      <TextField
        label="Time zone"
        required
        autoComplete="off"
        value={weekly.time_zone}
        error={fieldMessage(muting.error, "weekly.time_zone")}
        onChange={(event) => change({ time_zone: event.target.value })}
      />
      {weekly.days.length > 0 && (
        <p className="text-sm text-muted" aria-live="polite">
          Muted {weeklyText(weekly)}.
        </p>
      )}
      {mute.weekly !== null && (
        <div>
          <Button isBusy={muting.isPending} onClick={() => save(null)}>
            Stop muting every week
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
