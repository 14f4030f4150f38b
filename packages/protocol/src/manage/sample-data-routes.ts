import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/sample-data";

const sampleData = z
  .object({
    device_count: z.number().int().describe("How many of its devices exist; 0 if none was loaded."),
    board: z.uuid().nullable().describe("Its board; null if there is none."),
    loaded_at: time.nullable(),
  })
  .meta({ id: "SampleData" });

export const sampleDataRoutes = defineRoutes("Sample data", {
  showSampleData: {
    method: "GET",
    path,
    summary: "Show whether the account has sample data",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    answer: sampleData,
  },
  loadSampleData: {
    method: "POST",
    path,
    summary: "Load sample data",
    description:
      "Creates a small fleet with a week of readings, a group and a board, to try things out with. One freezer is failing, " +
      "the clock of one device drifts, and one device is often away. All of it can be removed again with one request.",
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    status: 201,
    answer: sampleData,
  },
  removeSampleData: {
    method: "DELETE",
    path,
    summary: "Remove the sample data",
    description:
      "Deletes what loading it created, with all readings of its devices. Devices and boards that people created stay.",
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    answer: null,
  },
});
