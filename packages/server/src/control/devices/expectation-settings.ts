import type { ExpectationLevel, SilenceAlarm } from "@weir/protocol/closed-sets";

/** The settings of a device, a group or an account; null leaves a setting to the next level. */
export interface ExpectationSettings {
  readonly expectedIntervalS: number | null;
  readonly silenceAlarm: SilenceAlarm | null;
}

/** The columns in which devices, groups and accounts store them. */
export interface ExpectationColumns {
  readonly expected_interval_s: number | null;
  readonly silence_alarm: SilenceAlarm | null;
}

/** The settings that apply to a device, from its own to those of its account. */
export type ExpectationsByLevel = Readonly<Record<ExpectationLevel, ExpectationSettings>>;
