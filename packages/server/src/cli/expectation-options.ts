import { type SilenceAlarm, silenceAlarms } from "@weir/protocol/closed-sets";
import { expectedIntervalMaxS } from "@weir/protocol/manage/expected-interval";
import { type Command, InvalidArgumentError, Option } from "commander";

/** Uses the setting of the group or the account, or the learned one. */
const inherit = "inherit";
const unitsS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export interface ExpectationOptions {
  readonly expectedInterval?: number | typeof inherit;
  readonly silenceAlarm?: SilenceAlarm | typeof inherit;
}

export function takeExpectation(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--expected-interval <time>",
        `How often the device is expected to send, such as 30s, 5m, 1h or 1d; "${inherit}" uses the interval of the group, the account or the learned one`,
      ).argParser(parseInterval),
    )
    .addOption(
      new Option(
        "--silence-alarm <severity>",
        `Raise an alarm of this severity while the device is silent; "${inherit}" uses the setting of the group or the account`,
      ).choices([...silenceAlarms, inherit]),
    );
}

/** The settings as routes take them. */
export function expectationPatchOf({ expectedInterval, silenceAlarm }: ExpectationOptions) {
  return {
    expected_interval_s: expectedInterval === inherit ? null : expectedInterval,
    silence_alarm: silenceAlarm === inherit ? null : silenceAlarm,
  };
}

function parseInterval(text: string): number | typeof inherit {
  if (text === inherit) return inherit;
  const [, digits, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * (unitsS[unit ?? ""] ?? Number.NaN);
  if (seconds >= 1 && seconds <= expectedIntervalMaxS) return seconds;
  throw new InvalidArgumentError(`Give a time from 1s to 30d, such as 5m, or "${inherit}".`);
}
