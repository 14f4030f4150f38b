import { type Weekday, weekdays } from "@weir/protocol/closed-sets";
import { weeklyText } from "@weir/rule-engine/alerts/weekly-text";
import { useChange } from "../../api/change.ts";
import { shownTimeZone } from "../../format/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useFields } from "../../ui/use-fields.ts";
import type { AlertRule } from "./condition-words.ts";

/** Mutes a rule at certain hours of every week. */
export function MuteDialog({ rule, onClose }: { readonly rule: AlertRule; readonly onClose: () => void }) {
  const { uuid, name, mute } = rule;
  const muting = useChange("muteAlertRule", {
    quiet: true,
    refreshes: ["listAlertRules", "listAudit"] as const,
    onDone: onClose,
    said: ({ mute: { weekly: saved } }) =>
      saved === null
        ? `“${name}” is no longer muted on a schedule.`
        : `“${name}” is now muted on a schedule.`,
  });
  const form = useFields(
    () =>
      mute.weekly ?? {
        days: ["saturday", "sunday"] as Weekday[],
        from: "00:00",
        to: "24:00",
        time_zone: shownTimeZone(),
      },
    muting,
  );
  const weekly = form.values;
  const save = (saved: typeof weekly | null) =>
    muting.mutate({ params: { rule: uuid }, body: { until: mute.until, weekly: saved } });
  const toggle = (day: Weekday) =>
    form.set({ days: weekdays.filter((each) => (each === day) !== weekly.days.includes(each)) });
  const time = (key: "from" | "to", hint?: string) => ({
    required: true,
    autoComplete: "off",
    placeholder: "hh:mm",
    maxLength: 5,
    ...(hint === undefined ? {} : { hint }),
    ...form.text(key, `weekly.${key}`),
  });
  return (
    <FormDialog
      title={`Mute “${name}” on a schedule`}
      description="The rule raises no alarms while it is muted. Active alarms stay active."
      submit="Save"
      {...form.saving}
      isComplete={weekly.days.length > 0}
      onSubmit={() => save(weekly)}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Starts on</legend>
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
        <TextField label="To" {...time("to", "24:00 means the end of the day.")} />
      </div>
      <TextField
        label="Time zone"
        required
        autoComplete="off"
        {...form.text("time_zone", "weekly.time_zone")}
      />
      {weekly.days.length > 0 && (
        <p className="text-sm text-muted" aria-live="polite">
          Muted {weeklyText(weekly)}.
        </p>
      )}
      {mute.weekly !== null && (
        <div>
          <Button isBusy={muting.isPending} onClick={() => save(null)}>
            Remove schedule
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
