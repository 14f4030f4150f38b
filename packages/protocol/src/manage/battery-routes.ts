import { z } from "zod";
import { batteryExportFormats } from "../closed-sets.ts";
import { deviceParams } from "./device-forms.ts";
import { pageOf } from "./paging.ts";
import { readingPage, readingRange } from "./reading-forms.ts";
import { defineRoutes } from "./route.ts";

const ofDevice = "/accounts/{account}/devices/{device}";
const readable = { access: "viewer", scope: "readings:read" } as const;

const kept =
  "Battery levels are kept for as long as the account keeps readings, and deleted with their device. A sensor's own " +
  "retention does not apply to them.";

const batteryLevel = z
  .object({
    at: z.string().describe("When the request with this level arrived."),
    volts: z.number(),
  })
  .meta({ id: "BatteryLevel" });

export const batteryRoutes = defineRoutes("Readings", {
  listBatteryLevels: {
    method: "GET",
    path: `${ofDevice}/battery`,
    ...readable,
    summary: "List the battery levels of a device",
    description: `Every \`battery_voltage\` of an accepted request, by the time it arrived. ${kept}`,
    params: deviceParams,
    query: readingPage,
    answer: pageOf(batteryLevel),
  },
  exportBatteryLevels: {
    method: "GET",
    path: `${ofDevice}/exports/battery`,
    ...readable,
    summary: "Export the battery levels of a device as a file",
    description:
      "Oldest first, as CSV with a header row (`device`, `at`, `volts`) or as NDJSON, one object per line. " +
      `The file is written while it is sent. ${kept}`,
    params: deviceParams,
    query: readingRange.extend({ format: z.enum(batteryExportFormats).default("csv") }),
    answer: { stream: ["text/csv", "application/x-ndjson"] },
  },
});
