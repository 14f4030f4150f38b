import { z } from "zod";
import { changeDirections, rateUnits, severities } from "../closed-sets.ts";
import { time } from "./time.ts";
import { weeklySpan } from "./weekly-span-forms.ts";

/** Limits of alert rules. */
export const alertRulesPerAccountMax = 1000;
/** Older versions of a rule are deleted. */
export const alertRuleVersionsMax = 100;
const alertNameMaxLength = 100;
const alertTextMaxLength = 1000;
const forReadingsMax = 10_000;
const forSecondsMax = 30 * 86_400;

const hysteresis = z
  .number()
  .min(0)
  .default(0)
  .describe("How far a value has to come back from the limit before the alarm is cleared.");

/** A run of readings beyond the limit that raises the alarm. */
const lasting = {
  for_readings: z
    .number()
    .int()
    .min(1)
    .max(forReadingsMax)
    .default(1)
    .describe("So many readings in a row must be beyond the limit before the alarm is raised."),
  for_seconds: z
    .number()
    .int()
    .min(0)
    .max(forSecondsMax)
    .default(0)
    .describe("The readings beyond the limit must span so much time before the alarm is raised."),
};

const seconds = z.number().int().min(1).max(forSecondsMax);

export const alertCondition = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("above"), limit: z.number(), hysteresis, ...lasting }),
    z.strictObject({ kind: z.literal("below"), limit: z.number(), hysteresis, ...lasting }),
    z.strictObject({
      kind: z.literal("outside"),
      min: z.number(),
      max: z.number(),
      hysteresis,
      ...lasting,
    }),
    z.strictObject({
      kind: z.literal("rate"),
      limit: z.number().min(0).describe("The largest change that is allowed, in the sensor's unit."),
      per: z.enum(rateUnits).default("minute"),
      direction: z.enum(changeDirections).default("any"),
      hysteresis,
      ...lasting,
    }),
    z.strictObject({
      kind: z.literal("unchanged"),
      tolerance: z.number().min(0).default(0).describe("Values that differ by no more count as unchanged."),
      seconds,
    }),
    z.strictObject({
      kind: z.literal("silent"),
      seconds: seconds.describe("Checked every 10 seconds, from the arrival of the last saved reading on."),
    }),
  ])
  .describe(
    "Readings are judged in order of their time, as they are saved. A reading that is not newer than the newest one before it is ignored.",
  )
  .meta({ id: "AlertCondition" });

const alertTarget = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("sensor"), sensor: z.string().max(100).describe("UUID.") }),
    z.strictObject({
      kind: z.literal("type"),
      type: z.string().min(1).max(64).describe("All sensors of the account with this type."),
    }),
    z.strictObject({
      kind: z.literal("group"),
      group: z.string().min(1).max(200).describe("Name of a device group."),
      type: z
        .string()
        .min(1)
        .max(64)
        .nullable()
        .default(null)
        .describe("Only sensors with this type; null for all sensors of the group's devices."),
    }),
    z.strictObject({
      kind: z.literal("template"),
      template: z
        .string()
        .min(1)
        .max(200)
        .describe("Name of a device template. Devices that follow it count."),
      type: z
        .string()
        .min(1)
        .max(64)
        .nullable()
        .default(null)
        .describe("Only sensors with this type; null for all sensors of these devices."),
    }),
  ])
  .describe("The sensors that the rule applies to. Each sensor has its own alarm.")
  .meta({ id: "AlertTarget" });

/** When a rule raises no alarms. Alarms that are active stay, and are cleared as usual. */
export const alertMute = z
  .strictObject({
    until: time.nullable().describe("Muted for readings before this time; null for no such mute."),
    weekly: weeklySpan.nullable().describe("Muted during this span of the week; null for no such mute."),
  })
  .meta({ id: "AlertMute" });

/** What a version of a rule consists of. */
export const alertRuleFields = z.strictObject({
  name: z.string().min(1).max(alertNameMaxLength).describe("Unique in the account. It names the alarm."),
  severity: z.enum(severities),
  text: z
    .string()
    .min(1)
    .max(alertTextMaxLength)
    .describe("The alarm's message. It can contain placeholders such as `{{value}}` and `{{device.name}}`."),
  target: alertTarget,
  condition: alertCondition,
});

export const alertRule = alertRuleFields
  .extend({
    uuid: z.string(),
    version: z.number().int().describe("Counts the changes of the rule; muting is not counted."),
    sensor: z
      .object({ name: z.string(), device: z.object({ uuid: z.string(), name: z.string() }) })
      .nullable()
      .describe("The sensor, if the rule applies to one."),
    mute: alertMute,
    told_by: z
      .array(z.object({ name: z.string(), group: z.string().nullable() }))
      .describe(
        "The notification rules, of those that you see, that send its alarms to a channel without a `problem`. One with a `group` does so for devices of that group only.",
      ),
    tells_nobody: z
      .boolean()
      .describe(
        "Whether nobody gets a message about its alarms, because no notification rule of the account or of a member sends them to a channel without a `problem`.",
      ),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "AlertRule" });
