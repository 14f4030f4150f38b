import { type ExpectationLevel, expectationLevels, type SilenceAlarm } from "@weir/protocol/closed-sets";
import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type {
  ExpectationColumns,
  ExpectationSettings,
  ExpectationsByLevel,
} from "../../../control/devices/expectation-settings.ts";

/** The changes of a patch. Omitted fields stay. */
export type ExpectationPatch = {
  readonly [Name in keyof ExpectationSettings]?: ExpectationSettings[Name] | undefined;
};

export interface Expectation {
  /** Null if it is neither set nor learned. */
  readonly intervalMs: number | null;
  readonly source: ExpectationLevel | "learned" | "default";
  readonly offlineAfterMs: number;
  readonly silenceAlarm: SilenceAlarm;
  readonly silenceAlarmSource: ExpectationLevel | "default";
}

export function expectationOf(levels: ExpectationsByLevel, learnedMs: number | null): Expectation {
  const setBy = expectationLevels.find((level) => levels[level].expectedIntervalS !== null);
  const alarmSetBy = expectationLevels.find((level) => levels[level].silenceAlarm !== null);
  const intervalMs = setBy === undefined ? learnedMs : levels[setBy].expectedIntervalS! * 1000;
  return {
    intervalMs,
    source: setBy ?? (learnedMs === null ? "default" : "learned"),
    offlineAfterMs: offlineAfterMs(intervalMs),
    silenceAlarm: alarmSetBy === undefined ? "off" : levels[alarmSetBy].silenceAlarm!,
    silenceAlarmSource: alarmSetBy ?? "default",
  };
}

export const noSettings: ExpectationSettings = { expectedIntervalS: null, silenceAlarm: null };

export function columnsOfPatch(before: ExpectationSettings, patch: ExpectationPatch): ExpectationColumns {
  const { expectedIntervalS = before.expectedIntervalS, silenceAlarm = before.silenceAlarm } = patch;
  return { expected_interval_s: expectedIntervalS, silence_alarm: silenceAlarm };
}

/** As in the API and the audit log. */
export function settingsToJson({ expectedIntervalS, silenceAlarm }: ExpectationSettings): ExpectationColumns {
  return { expected_interval_s: expectedIntervalS, silence_alarm: silenceAlarm };
}

export function expectationToJson(expectation: Expectation) {
  const { intervalMs, source, silenceAlarm, silenceAlarmSource } = expectation;
  return {
    interval_s: intervalMs === null ? null : intervalMs / 1000,
    source,
    offline_after_s: expectation.offlineAfterMs / 1000,
    silence_alarm: silenceAlarm,
    silence_alarm_source: silenceAlarmSource,
  };
}
