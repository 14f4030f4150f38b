import type { SilenceAlarm } from "@weir/protocol/closed-sets";
import { choicesOf, SelectField } from "../../ui/field.tsx";

export const silenceAlarmWords: Readonly<Record<SilenceAlarm, string>> = {
  off: "Off",
  info: "Info alarm",
  warning: "Warning alarm",
  critical: "Critical alarm",
};

const hint = "Raised when the device goes offline, and cleared when it sends again. No rule chain is needed.";

/** Whether an alarm is raised while a device is silent; null inherits the setting. */
export function SilenceAlarmField({
  alarm,
  inherited,
  onChange,
}: {
  readonly alarm: SilenceAlarm | null;
  /** The inherited setting; null if there is nothing to inherit from. */
  readonly inherited: string | null;
  readonly onChange: (alarm: SilenceAlarm | null) => void;
}) {
  const own = choicesOf(silenceAlarmWords);
  return (
    <SelectField
      label="Alarm when silent"
      value={alarm ?? (inherited === null ? "off" : "")}
      hint={hint}
      choices={inherited === null ? own : [{ value: "", label: inherited }, ...own]}
      onChange={({ target: { value } }) => onChange(value === "" ? null : (value as SilenceAlarm))}
    />
  );
}
