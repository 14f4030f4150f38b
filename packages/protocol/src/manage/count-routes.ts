import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";

const count = z.number().int();

const accountCounts = z
  .object({
    alarms: z
      .object({ info: count, warning: count, critical: count })
      .describe("Active ones by severity, whether acknowledged or not."),
    dead_letters: count,
    outbox: z.object({
      waiting: count,
      given_up: count.describe("Among the newest messages of the account."),
    }),
    quarantined: count.describe("Rejected readings that are kept to be submitted again."),
    chains_with_warning: count.describe("Published ones, whether they are in use or not."),
  })
  .describe("Counting stops at 100,000.")
  .meta({ id: "AccountCounts" });

export const countRoutes = defineRoutes("Statistics", {
  showCounts: {
    method: "GET",
    path: "/accounts/{account}/counts",
    summary: "Count what is waiting for people or for delivery",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    answer: accountCounts,
  },
});
