import { z } from "zod";
import { sampleStates } from "../sample-states.ts";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/sample-data";

const sampleData = z
  .object({
    state: z
      .enum(sampleStates)
      .describe(
        "`loading`: its week of readings is being saved. `sending`: its devices send. `paused`: they send nothing, because nobody has opened a page of the account for three days, or because the server keeps enough other samples going; they go on when somebody does. `ended`: it was loaded by an older version and sends nothing. `removing`: what is stored of it is being deleted.",
      ),
    device_count: z.number().int().describe("How many of its devices exist; 0 if none was loaded."),
    loaded_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("How much of its readings is saved, while it is being loaded; otherwise null."),
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
      "Creates a small fleet to try things out with: a group, a template, a rule chain, alert rules, a board and a saved chart. " +
      "The answer does not wait for its week of readings, which takes a few seconds. From then on its devices send as real ones " +
      "do, count toward the limits of the account, and their alarms are notified like others. All of it can be removed again " +
      "with one request.",
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
      "Deletes what loading it created. What is stored of its devices follows within seconds: readings, alarms, activity, dead " +
      "letters and messages. What people created stays. A rule chain of the sample that they use elsewhere stays, too.",
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    answer: null,
  },
});
