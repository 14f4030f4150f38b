import type { CallAnswer } from "@weir/protocol/manage/calls";
import { durationInWords } from "../platform/times-in-words.ts";

type Expectation = CallAnswer<"showDevice">["expectation"];

const sources: Readonly<Record<Expectation["source"], string>> = {
  device: "set for the device",
  group: "set for its group",
  account: "set for the account",
  learned: "learned",
  default: "not known",
};

/** `every 5 min (learned), offline after 15 min without a request`. */
export function expectationInWords(expectation: Expectation): string {
  const { interval_s: intervalS, source, offline_after_s: offlineAfterS } = expectation;
  const offline = `offline after ${durationInWords(offlineAfterS * 1000)} without a request`;
  if (intervalS === null) return `not known yet, ${offline}`;
  return `every ${durationInWords(intervalS * 1000)} (${sources[source]}), ${offline}`;
}

/** `warning (set for its group)`. */
export function silenceAlarmInWords({
  silence_alarm: alarm,
  silence_alarm_source: source,
}: Expectation): string {
  return source === "default" ? "off" : `${alarm} (${sources[source]})`;
}
