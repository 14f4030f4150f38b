import { z } from "zod";
import { boardSpans, imageFits, severities, tileAggregations, tileChartStyles } from "../closed-sets.ts";
import { thresholdStatuses } from "../threshold-statuses.ts";
import {
  boardColumns,
  boardRowsMax,
  chartSourcesMax,
  imageTextLengthMax,
  logEntriesMax,
  tableAttributesMax,
  tableSensorsMax,
  thresholdsMax,
  tileAlarmsMax,
  tileDevicesMax,
  tileHeightMax,
  tileTextLengthMax,
  tileTitleLengthMax,
  tileUnitLengthMax,
  valuesSourcesMax,
} from "./board-limits.ts";
import { commonSensorsMax } from "./common-sensors.ts";
import { attributeName, tag } from "./device-note-forms.ts";
import { oneLine, severalLines } from "./plain-text.ts";
import { shortName } from "./short-name.ts";
import { valueStates } from "./value-states.ts";

/** Schemas of the tiles of a board, one for each kind. */

const tileId = shortName.describe("Unique within the board.");

const place = z
  .strictObject({
    x: z
      .number()
      .int()
      .min(0)
      .max(boardColumns - 1),
    y: z.number().int().min(0).max(boardRowsMax),
    width: z.number().int().min(1).max(boardColumns),
    height: z.number().int().min(1).max(tileHeightMax),
  })
  .refine(({ x, width }) => x + width <= boardColumns, {
    path: ["width"],
    error: `must not reach past column ${boardColumns}`,
  })
  .describe(
    `In cells of a grid with ${boardColumns} columns. Pages may arrange tiles differently on small screens.`,
  )
  .meta({ id: "TilePlace" });

const sensorName = z.string().min(1).max(100).describe("Slug or UUID of the sensor.");

const source = z
  .strictObject({
    device: z.uuid().nullable().describe("Null: the device that the board's variable picks."),
    sensor: sensorName,
  })
  .describe("A sensor that a tile shows.")
  .meta({ id: "TileSource" });

const devices = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("all") }),
    z.strictObject({ kind: z.literal("group"), group: z.string().min(1).max(200).describe("Its name.") }),
    z.strictObject({ kind: z.literal("tag"), tag }),
    z.strictObject({ kind: z.literal("devices"), devices: z.array(z.uuid()).min(1).max(tileDevicesMax) }),
    z.strictObject({ kind: z.literal("variable") }),
  ])
  .describe(
    "Which devices a tile shows. `variable`: the device, or the devices of the group, that the board's variable picks.",
  )
  .meta({ id: "TileDevices" });

const threshold = z.union([
  z.number(),
  z.strictObject({ from: z.number(), status: z.enum(thresholdStatuses) }),
]);

/** How a tile shows values. Whatever is missing is as the sensor and its type say. */
const look = {
  unit: z
    .string()
    .max(tileUnitLengthMax)
    .regex(oneLine, "must not contain control characters")
    .optional()
    .describe("Shown instead of the sensor's unit. Values are not converted. Empty: no unit."),
  decimals: z.number().int().min(0).max(15).optional(),
  min: z.number().optional().describe("The lower end of the scale; without it, that of the sensor's type."),
  max: z.number().optional(),
  thresholds: z
    .array(threshold)
    .max(thresholdsMax)
    .optional()
    .describe(
      "A value has the status of the highest threshold that it has reached. A number alone is a bound between `ok`, `warning` and `critical`.",
    ),
  states: valueStates.optional().describe("Names of values, instead of those of the sensor's type."),
};

const inOrder = {
  check: ({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }) =>
    min === undefined || max === undefined || min < max,
  refusal: { path: ["max"], error: "must be larger than min" },
};

const shownSource = z.strictObject({ source, ...look }).refine(inOrder.check, inOrder.refusal);

const entriesMax = z.number().int().min(1).max(logEntriesMax).default(20);

/** What a log lists, the newest first. */
const log = z
  .discriminatedUnion("of", [
    z.strictObject({
      of: z.literal("readings"),
      sources: z.array(source).min(1).max(chartSourcesMax),
      max: entriesMax,
    }),
    z.strictObject({ of: z.literal("alarms"), max: entriesMax }),
  ])
  .describe("`alarms`: all alarms of the account, also those that were cleared.");

const common = {
  id: tileId,
  title: z
    .string()
    .max(tileTitleLengthMax)
    .regex(oneLine, "must not contain line breaks or other control characters")
    .default("")
    .describe("Empty: the page shows a title of its own, or none."),
  place,
};

export const tile = z
  .discriminatedUnion("kind", [
    z.strictObject({ ...common, kind: z.literal("value"), settings: shownSource }),
    z.strictObject({ ...common, kind: z.literal("gauge"), settings: shownSource }),
    z.strictObject({
      ...common,
      kind: z.literal("chart"),
      settings: z
        .strictObject({
          sources: z.array(source).min(1).max(chartSourcesMax),
          style: z.enum(tileChartStyles).default("lines"),
          aggregation: z.enum(tileAggregations).default("mean"),
          span: z.enum(boardSpans).optional().describe("Its own time range, instead of the board's."),
          ...look,
        })
        .refine(inOrder.check, inOrder.refusal),
    }),
    z.strictObject({
      ...common,
      kind: z.literal("values"),
      settings: z.strictObject({ sources: z.array(source).min(1).max(valuesSourcesMax) }),
    }),
    z.strictObject({ ...common, kind: z.literal("log"), settings: log }),
    z.strictObject({
      ...common,
      kind: z.literal("table"),
      settings: z.strictObject({
        devices,
        sensors: z
          .array(sensorName)
          .max(tableSensorsMax)
          .nullable()
          .describe(
            `The columns. Empty: only the devices and their states. Null: the sensors that at least half of the devices have, up to ${commonSensorsMax}.`,
          ),
        attributes: z
          .array(attributeName)
          .max(tableAttributesMax)
          .default([])
          .describe("Attributes of the devices, as columns before the sensors."),
      }),
    }),
    z.strictObject({
      ...common,
      kind: z.literal("alarms"),
      settings: z.strictObject({
        severities: z
          .array(z.enum(severities))
          .min(1)
          .max(severities.length)
          .describe("Active alarms of these severities are shown."),
        max: z.number().int().min(1).max(tileAlarmsMax).default(10),
      }),
    }),
    z.strictObject({ ...common, kind: z.literal("group_status"), settings: z.strictObject({ devices }) }),
    z.strictObject({
      ...common,
      kind: z.literal("text"),
      settings: z.strictObject({
        text: z
          .string()
          .max(tileTextLengthMax)
          .regex(severalLines, "must not contain control characters other than line breaks and tabs")
          .describe(
            "Markdown (CommonMark with tables). HTML is shown as text, pictures as links, and only `http` and `https` are linked.",
          ),
      }),
    }),
    z.strictObject({ ...common, kind: z.literal("map"), settings: z.strictObject({ devices }) }),
    z.strictObject({
      ...common,
      kind: z.literal("image"),
      settings: z.strictObject({
        image: z.uuid().describe("An image that was added to the board."),
        alt: z
          .string()
          .max(imageTextLengthMax)
          .regex(oneLine, "must not contain line breaks or other control characters")
          .default("")
          .describe("What the image shows, for people who cannot see it."),
        fit: z.enum(imageFits).default("contain"),
      }),
    }),
  ])
  .meta({ id: "BoardTile" });

export type BoardTile = z.output<typeof tile>;
export type TileSource = z.output<typeof source>;
export type TileDevices = z.output<typeof devices>;
