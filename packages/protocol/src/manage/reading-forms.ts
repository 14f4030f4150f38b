import { z } from "zod";
import { calendarUnits, sortOrders } from "../closed-sets.ts";

/** Sensors in one call, where their UUIDs stand in the query. */
const readingSensorsMax = 50;
/** Sensors whose latest values are asked for in one call. */
export const latestSensorsMax = 10_000;
/** A UUID with its quotes and comma takes 39 bytes, a little more where the JSON is indented. */
export const latestSensorsBytesMax = 512 * 1024;
const readingsPageMax = 10_000;

const uuid = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const sensorList = z
  .string()
  .max(readingSensorsMax * 37)
  .regex(
    new RegExp(`^${uuid}(?:,${uuid}){0,${readingSensorsMax - 1}}$`),
    `Name 1 to ${readingSensorsMax} sensors by their UUIDs, with commas between them.`,
  )
  .describe(`UUIDs of 1 to ${readingSensorsMax} sensors of the account, with commas between them.`);

export const time = z
  .string()
  .max(40)
  .describe("ISO 8601, UTC unless it says otherwise; or microseconds since 1970.");

export const readingRange = z.object({
  from: time.optional().describe("From this time on: ISO 8601, or microseconds since 1970."),
  to: time.optional().describe("Before this time."),
});

export const readingPage = readingRange.extend({
  order: z.enum(sortOrders).default("asc").describe("The oldest first, or the newest."),
  limit: z.coerce.number().int().min(1).max(readingsPageMax).default(1000),
  cursor: z.string().max(500).optional(),
});

export const reading = z
  .object({
    at: z.string(),
    value: z.number(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    received_at: z.string(),
    device_at: z
      .string()
      .nullable()
      .describe("The time the device sent, where the server corrected it or not; null where it sent none."),
  })
  .meta({ id: "SavedReading" });

export const sensorReading = reading
  .extend({ sensor: z.string().describe("The sensor's UUID.") })
  .meta({ id: "SensorReading" });

export const latestReading = z
  .object({
    sensor: z.string().describe("The sensor's UUID."),
    reading: reading.nullable().describe("The reading with the latest time; null where there is no data."),
  })
  .meta({ id: "LatestReading" });

const figure = z.number().nullable();

export const readingBuckets = z
  .object({
    from: z.string().nullable().describe("What was asked for, or the first reading; null without any."),
    to: z.string().nullable(),
    time_zone: z.string(),
    width: z
      .object({
        seconds: z.number().nullable().describe("Of buckets of a fixed width."),
        calendar: z.enum(calendarUnits).nullable(),
        step: z.number().int().describe("How many of these days, weeks or months."),
      })
      .nullable(),
    sensors: z.array(
      z.object({
        sensor: z.string().describe("The sensor's UUID."),
        buckets: z.array(
          z
            .object({
              at: z.string().describe("Where the bucket starts."),
              count: z.number().int(),
              avg: figure.describe("Null where the sum is past what a double holds; so is the sum."),
              min: z.number(),
              max: z.number(),
              sum: figure,
              first: z.number(),
              last: z.number(),
            })
            .meta({ id: "ReadingBucket" }),
        ),
      }),
    ),
  })
  .meta({ id: "ReadingBuckets" });
