import { z } from "zod";
import { changeDirections, rateUnits } from "../closed-sets.ts";
import { time } from "./time.ts";
import { weeklySpan } from "./weekly-span-forms.ts";

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

export const alertTarget = z
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
