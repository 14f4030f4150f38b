import { z } from "zod";
import { deviceParams, sensorParams } from "./device-forms.ts";
import { pageOf } from "./paging.ts";
import {
  latestReading,
  latestSensorsBytesMax,
  latestSensorsMax,
  reading,
  readingBuckets,
  readingPage,
  readingRange,
  sensorList,
  sensorReading,
} from "./reading-forms.ts";
import { defineRoutes } from "./route.ts";
import { givenTime } from "./time.ts";

const ofAccount = "/accounts/{account}/readings";
const ofDevice = "/accounts/{account}/devices/{device}/readings";
const ofSensor = "/accounts/{account}/devices/{device}/sensors/{sensor}/readings";
const readable = { access: "viewer", scope: "readings:read" } as const;

const deletedTimesMax = 500;
const deletedReadings = z
  .object({ deleted: z.number().int(), complete: z.boolean() })
  .meta({ id: "DeletedReadings" });

const repeats =
  "If a device sends a deleted reading again, it is a duplicate and ignored as long as the server remembers it; " +
  "after that, it is saved again.";

const paging =
  "Each page continues after the last reading of the previous page, by time and value. Readings saved " +
  "in the meantime, including late ones, do not make the list repeat or miss a reading.";

export const readingRoutes = defineRoutes("Readings", {
  listSensorReadings: {
    method: "GET",
    path: ofSensor,
    ...readable,
    summary: "List the readings of a sensor",
    description: paging,
    params: sensorParams,
    query: readingPage,
    answer: pageOf(reading),
  },
  listReadings: {
    method: "GET",
    path: ofAccount,
    ...readable,
    summary: "List the readings of several sensors, in order of time",
    description: paging,
    query: readingPage.extend({ sensors: sensorList }),
    answer: pageOf(sensorReading),
  },
  listBuckets: {
    method: "GET",
    path: `${ofAccount}/buckets`,
    ...readable,
    summary: "Aggregate readings of sensors for a chart",
    description:
      "Buckets without readings are left out. Give a width (`bucket`) or about how many buckets you want " +
      "(`points`, 1000 by default). Buckets of a fixed width are aligned to the start of the day in the " +
      "time zone; `day`, `week` (from Monday) and `month` follow its calendar, including clock changes.",
    query: readingRange.extend({
      sensors: sensorList,
      bucket: z
        .string()
        .max(40)
        .optional()
        .describe("`day`, `week` or `month`; an ISO 8601 duration such as `PT5M`; or seconds."),
      points: z.coerce.number().int().min(1).max(10_000).optional().describe("The most buckets to return."),
      time_zone: z.string().max(64).default("UTC").describe("A name such as `Europe/Berlin`, or `+01:00`."),
    }),
    answer: readingBuckets,
  },
  showLatestReading: {
    method: "GET",
    path: `${ofSensor}/latest`,
    ...readable,
    summary: "Show the latest reading of a sensor",
    params: sensorParams,
    answer: latestReading,
  },
  listDeviceLatest: {
    method: "GET",
    path: `${ofDevice}/latest`,
    ...readable,
    summary: "List the latest readings of a device's sensors",
    params: deviceParams,
    answer: z.object({ items: z.array(latestReading) }),
  },
  listLatest: {
    method: "POST",
    path: `${ofAccount}/latest`,
    ...readable,
    summary: "List the latest readings of many sensors",
    description: "Changes nothing; it is a POST because the list may be long. Unknown sensors are left out.",
    body: z.strictObject({ sensors: z.array(z.uuid()).min(1).max(latestSensorsMax) }),
    bodyBytesMax: latestSensorsBytesMax,
    answer: z.object({ items: z.array(latestReading) }),
  },
  deleteReadings: {
    method: "DELETE",
    path: ofSensor,
    summary: "Delete the readings of a sensor in a range of time",
    description:
      "Large ranges are deleted in portions. If that takes too long for one request, the answer says that " +
      "it is not complete: send the request again. " +
      repeats,
    access: "editor",
    scope: "readings:write",
    params: sensorParams,
    query: z.object({ from: givenTime, to: givenTime.describe("Before this time.") }),
    answer: deletedReadings,
  },
  deleteReadingsAt: {
    method: "POST",
    path: `${ofSensor}/delete`,
    summary: "Delete the readings of a sensor at some times",
    description:
      "Deletes every reading with one of these times, which have microseconds. Readings at other times stay. If " +
      "that takes too long for one request, the answer says that it is not complete: send the request again. " +
      repeats,
    access: "editor",
    scope: "readings:write",
    params: sensorParams,
    body: z.strictObject({ times: z.array(givenTime).min(1).max(deletedTimesMax) }),
    answer: deletedReadings,
  },
});
