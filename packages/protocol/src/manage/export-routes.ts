import { z } from "zod";
import { exportFormats } from "../closed-sets.ts";
import { defineRoutes } from "./route.ts";

const exportSensorsMax = 50;
const sensorList = z
  .string()
  .max(4000)
  .regex(/^[^,]+(,[^,]+){0,49}$/, `Give 1 to ${exportSensorsMax} sensors, separated by commas.`);
const time = z.string().max(40);

const range = {
  from: time.optional().describe("From this time on: ISO 8601, in UTC unless it has an offset."),
  to: time.optional().describe("Before this time."),
  format: z.enum(exportFormats).default("csv"),
};

const description = `The saved readings of each sensor, oldest first, as a file that is written while it is sent.

* \`csv\`: RFC 4180 with a header row: \`device\`, \`sensor\`, \`at\`, \`value\`, \`unit\`, \`metadata\` (JSON), \`received_at\`, \`device_at\`.
* \`ndjson\`: one JSON object a line.
* \`parquet\`: the columns of the CSV; times are UTC in microseconds.

The file is named after the device, its sensor where there is only one, and the range in UTC. With all sensors of the account, it is named after the account.

What is saved while the export runs is in it if its time has not been passed yet.`;

const answer = { stream: ["text/csv", "application/x-ndjson", "application/vnd.apache.parquet"] } as const;

export const exportRoutes = defineRoutes("Readings", {
  exportReadings: {
    method: "GET",
    path: "/accounts/{account}/exports/readings",
    summary: "Export readings of sensors as a file",
    description,
    access: "viewer",
    scope: "readings:read",
    query: z.object({
      sensors: sensorList
        .optional()
        .describe("UUIDs of sensors of the account. Default: all, one device after the other."),
      ...range,
    }),
    answer,
  },
  exportDeviceReadings: {
    method: "GET",
    path: "/accounts/{account}/devices/{device}/exports/readings",
    summary: "Export readings of a device as a file",
    description,
    access: "viewer",
    scope: "readings:read",
    query: z.object({
      sensors: sensorList.optional().describe("Slugs or UUIDs of sensors of the device. Default: all."),
      ...range,
    }),
    answer,
  },
});
