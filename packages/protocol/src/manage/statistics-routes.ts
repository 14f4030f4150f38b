import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { refusedCounts, rejectedCounts } from "./activity-forms.ts";
import { deviceParams, sensorParams } from "./device-forms.ts";
import { defineRoutes } from "./route.ts";
import { severalDevices } from "./several-devices.ts";
import { time } from "./time.ts";

const pointsMax = 1000;

const count = z.number().int();
const counts = z.array(count);

export const readingTotals = z
  .object({
    accepted: count.describe("Accepted and processed by their chain."),
    duplicates: count,
    rejected: rejectedCounts,
    saved: count,
    already_stored: count.describe("Not saved again, because the same time and value were already stored."),
    ended: count.describe("Ended by their chain without being saved."),
    dead: count.describe("Failed in their chain; they may have been saved as well."),
    gap: count.describe("Accepted, and neither saved nor already stored."),
  })
  .meta({ id: "ReadingTotals" });

const series = z
  .object({
    from: time,
    to: time,
    bucket_s: count.describe("Length of each bucket. Bucket n starts at `from` + n times this."),
    accepted: counts,
    duplicates: counts,
    rejected: counts.describe("For any reason."),
    saved: counts,
    already_stored: counts,
    ended: counts,
    dead: counts,
  })
  .meta({ id: "ReadingSeries" });

const ratePerMinute = z
  .number()
  .describe(
    "Accepted readings, averaged over the last five minutes. The rates of all devices add up to the rate of their account.",
  );

const statistics = {
  from: time.describe("The requested range, widened to whole minutes, or to whole five minutes."),
  to: time,
  totals: readingTotals,
  readings_per_minute: ratePerMinute,
  last_seen: time.nullable(),
  series: series.nullable().describe("Null if no points were requested."),
};

const query = z.object({
  from: z
    .string()
    .max(100)
    .optional()
    .describe(
      "ISO 8601. Default: the start of the hour 23 hours ago, so that all counts of the last 24 hours agree; if only `to` is given, a day before it.",
    ),
  to: z.string().max(100).optional().describe("ISO 8601, exclusive. Default: now."),
  points: z.coerce
    .number()
    .int()
    .min(0)
    .max(pointsMax)
    .default(0)
    .describe("About how many buckets the series has; 0 for none."),
});

const deviceCurves = z
  .object({
    from: time,
    bucket_s: count,
    items: z.array(
      z.object({
        device: z.string(),
        readings_per_minute: ratePerMinute,
        accepted_total: count.describe("Accepted readings of these hours, as in the device's totals."),
        accepted: counts.describe("For 24 whole hours, of which the last is the current one."),
      }),
    ),
  })
  .meta({ id: "DeviceCurves" });

const description =
  "Readings are counted in slots of a minute for an account and five minutes for devices and sensors. Counts older than a day, or six hours, are only available by the hour; if a range cuts an hour, a share of it is counted.";
const route = { method: "GET", access: "viewer", scope: "readings:read" } as const;

export const statisticsRoutes = defineRoutes("Statistics", {
  showStatistics: {
    path: "/accounts/{account}/statistics",
    summary: "Show how many readings of the account were accepted, rejected and saved",
    description,
    ...route,
    params: accountParams,
    query,
    answer: z
      .object({
        ...statistics,
        refused_requests: refusedCounts.describe(
          "Requests of devices that were refused as a whole, by reason. Their readings were not examined, so `totals` does not include them.",
        ),
      })
      .meta({ id: "AccountStatistics" }),
  },
  showDeviceStatistics: {
    path: "/accounts/{account}/devices/{device}/statistics",
    summary: "Show how many readings of a device were accepted, rejected and saved",
    description,
    ...route,
    params: deviceParams,
    query,
    answer: z
      .object({
        ...statistics,
        clock_offset_ms: z
          .number()
          .nullable()
          .describe(
            "How far its clock was behind the server's clock when it last sent a `Date` header; negative if it was ahead.",
          ),
      })
      .meta({ id: "DeviceStatistics" }),
  },
  showSensorStatistics: {
    path: "/accounts/{account}/devices/{device}/sensors/{sensor}/statistics",
    summary: "Show how many readings of a sensor were accepted, rejected and saved",
    description: `${description} Readings that named no sensor of the device count for the device alone.`,
    ...route,
    params: sensorParams,
    query,
    answer: z.object(statistics).meta({ id: "SensorStatistics" }),
  },
  listDeviceStatistics: {
    path: "/accounts/{account}/devices/statistics",
    summary: "Show the rate and the last day of several devices",
    ...route,
    params: accountParams,
    query: z.object({ devices: severalDevices }),
    answer: deviceCurves,
  },
});
