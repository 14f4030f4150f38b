import { z } from "zod";
import { calendarUnits, sortOrders } from "../closed-sets.ts";
import { givenTime } from "./time.ts";

/** How many sensors one call can name in its query. */
const readingSensorsMax = 50;
/** How many sensors one call can ask for their latest values. */
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
    `Give the UUIDs of 1 to ${readingSensorsMax} sensors, separated by commas.`,
  )
  .describe(`UUIDs of 1 to ${readingSensorsMax} sensors of the account, separated by commas.`);

export const readingRange = z.object({
  from: givenTime.optional().describe("From this time on: ISO 8601, or microseconds since 1970."),
  to: givenTime.optional().describe("Before this time."),
});

export const readingPage = readingRange.extend({
  order: z.enum(sortOrders).default("asc").describe("Oldest first or newest first."),
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
      .describe("The time the device sent, before any correction by the server; null if it sent none."),
  })
  .meta({ id: "SavedReading" });

export const sensorReading = reading
  .extend({ sensor: z.string().describe("The sensor's UUID.") })
  .meta({ id: "SensorReading" });

export const latestReading = z
  .object({
    sensor: z.string().describe("The sensor's UUID."),
    reading: reading.nullable().describe("The reading with the latest time; null if there is no data."),
  })
  .meta({ id: "LatestReading" });

const figure = z.number().nullable();

export const readingBuckets = z
  .object({
    from: z.string().nullable().describe("The requested start, or the first reading; null if there is none."),
    to: z.string().nullable(),
    time_zone: z.string(),
    width: z
      .object({
        seconds: z.number().nullable().describe("For buckets of a fixed width."),
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
              avg: figure.describe("Null if the sum exceeds the range of a double, as is the sum."),
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
