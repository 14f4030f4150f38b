import { durationInWords } from "../manage/activity/times-in-words.ts";
import type { Expectation } from "../manage/devices/expectation/device-expectation.ts";

const sources: Readonly<Record<Expectation["source"], string>> = {
  device: "set for the device",
  group: "set for its group",
  account: "set for the account",
  learned: "learned",
  default: "not known",
};

/** `every 5 min (learned), offline after 15 min without a request`. */
export function expectationInWords({ intervalMs, source, offlineAfterMs }: Expectation): string {
  const offline = `offline after ${durationInWords(offlineAfterMs)} without a request`;
  if (intervalMs === null) return `not known yet, ${offline}`;
  return `every ${durationInWords(intervalMs)} (${sources[source]}), ${offline}`;
}

/** `warning (set for its group)`. */
export function silenceAlarmInWords({ silenceAlarm, silenceAlarmSource }: Expectation): string {
  return silenceAlarmSource === "default" ? "off" : `${silenceAlarm} (${sources[silenceAlarmSource]})`;
}
