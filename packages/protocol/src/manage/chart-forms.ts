import { z } from "zod";
import { boardSpans, chartAggregations } from "../closed-sets.ts";
import { namedText } from "./named-text.ts";
import { oneLine } from "./plain-text.ts";

/** Schemas of saved charts. */

const chartSensorsMax = 6;
const chartAxesMax = 3;
const chartDerivedMax = 4;
const expressionLengthMax = 1000;
const bucketSecondsMax = 86_400;

const unit = z.string().max(32).regex(oneLine, "must not contain control characters");
const isHidden = z.boolean().default(false).describe("Whether the line is listed but not drawn.");

const axis = z
  .strictObject({ unit, min: z.number().nullable(), max: z.number().nullable() })
  .refine(({ min, max }) => min === null || max === null || min < max, {
    path: ["max"],
    error: "must be larger than min",
  })
  .describe("The ends of the axis of a unit. An end that is null follows the values.")
  .meta({ id: "ChartAxis" });

const derivedSeries = z
  .strictObject({
    name: namedText.regex(oneLine, "must not contain control characters"),
    unit: unit.default(""),
    expression: z
      .string()
      .min(1)
      .max(expressionLengthMax)
      .describe(
        "A CEL expression over the sensors of the chart, in their order: `a` is the first, `b` the second. " +
          "Pages evaluate it for each point, and say what is wrong with it.",
      ),
    is_hidden: isHidden,
  })
  .meta({ id: "DerivedSeries" });

/** One form only, so that texts compare like times. */
const instant = z.iso.datetime({ precision: 3 }).describe("ISO 8601 in UTC, with milliseconds.");

const range = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("last"), span: z.enum(boardSpans).describe("Up to now.") }),
    z.strictObject({ kind: z.literal("fixed"), from: instant, to: instant }),
  ])
  .refine((wanted) => wanted.kind === "last" || wanted.from < wanted.to, {
    path: ["to"],
    error: "must be later than from",
  })
  .meta({ id: "ChartRange" });

export const chartDefinition = z
  .strictObject({
    sensors: z
      .array(
        z.strictObject({
          device: z.uuid(),
          sensor: z.string().min(1).max(100).describe("Slug or UUID of the sensor."),
          is_hidden: isHidden,
        }),
      )
      .min(1)
      .max(chartSensorsMax)
      .describe("Of one or several devices. The chart is shown on the page of the first one."),
    range: range.default({ kind: "last", span: "24h" }),
    aggregation: z.enum(chartAggregations).default("mean").describe("What a point shows."),
    bucket_seconds: z
      .number()
      .int()
      .min(1)
      .max(bucketSecondsMax)
      .nullable()
      .default(null)
      .describe("The time that a point stands for; null chooses one that suits the range."),
    axes: z.array(axis).max(chartAxesMax).default([]),
    derived: z.array(derivedSeries).max(chartDerivedMax).default([]),
    limits: z.boolean().default(true).describe("Whether the limits of alert rules are drawn."),
  })
  .describe("Devices and sensors that do not exist are left out when the chart is shown.")
  .meta({ id: "ChartDefinition" });
