import type { ExpectationColumns } from "../../../control/devices/expectation-settings.ts";
import type { ExpectationPatch } from "./device-expectation.ts";

type WantedExpectation = {
  readonly [Name in keyof ExpectationColumns]?: ExpectationColumns[Name] | undefined;
};

/** The requested changes of how often devices are expected to send. */
export function expectationPatch(wanted: WantedExpectation): ExpectationPatch {
  return { expectedIntervalS: wanted.expected_interval_s, silenceAlarm: wanted.silence_alarm };
}
