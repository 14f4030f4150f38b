import { z } from "zod";
import { expectationLevels, silenceAlarms } from "../closed-sets.ts";
import { expectedIntervalMaxS } from "./expected-interval.ts";

const interval = z.number().int().min(1).max(expectedIntervalMaxS);

/** What devices, groups and accounts can set. */
export const expectationFields = {
  expected_interval_s: interval
    .nullable()
    .describe(
      "How often the device is expected to send, in seconds. Null uses the group's interval, or else the " +
        "account's, or else the one learned from the device's requests.",
    ),
  silence_alarm: z
    .enum(silenceAlarms)
    .nullable()
    .describe(
      "Whether an alarm is raised while the device is silent, and its severity. Null uses the group's setting, or else the account's, or else `off`.",
    ),
};

/** What applies, and where it comes from. */
export const expectation = z
  .object({
    interval_s: interval
      .nullable()
      .describe("How often the device is expected to send; null if not known yet."),
    source: z
      .enum([...expectationLevels, "learned", "default"])
      .describe("Where the interval comes from. `default`: it is neither set nor learned yet."),
    offline_after_s: z
      .number()
      .describe(
        "The device is offline after this long without a request: three intervals, but at least a minute; ten " +
          "minutes if the interval is not known.",
      ),
    silence_alarm: z.enum(silenceAlarms),
    silence_alarm_source: z.enum([...expectationLevels, "default"]),
  })
  .meta({ id: "Expectation" });
