import { z } from "zod";
import { processRoles } from "../closed-sets.ts";
import { rejectedCounts } from "./activity-forms.ts";
import { accountParams, time } from "./device-forms.ts";
import { limit } from "./limit-routes.ts";
import { defineRoutes } from "./route.ts";
import { readingTotals } from "./statistics-routes.ts";

const count = z.number().int();
const bytes = z.number().int();

const systemStatus = z
  .object({
    version: z.string(),
    started_at: time,
    uptime_s: z.number(),
    ready: z.boolean().describe("Whether readings are accepted at the moment."),
    queue: z.object({
      backlog_bytes: bytes.describe("Accepted readings that wait for the processor."),
      backlog_bytes_max: bytes.describe("Past this, readings are refused."),
      parked_bytes: bytes.describe("Accepted readings that wait for the turn of their account."),
      parked_bytes_max: bytes.describe("Past this, accounts of which some wait are refused more."),
      last_position: count,
    }),
    totals: z
      .object({
        accepted: count,
        duplicates: count,
        rejected: rejectedCounts,
        saved: count,
        already_stored: count,
        ended: count,
        dead: count,
        gap: count.describe(
          "Accepted, and not settled yet: neither saved nor already stored, ended or dead.",
        ),
      })
      .describe("Of all accounts, since the installation began."),
    last_day: z
      .object({ from: time, totals: readingTotals })
      .describe(
        "Of all accounts, the present hour and the 23 before it, counted as in the statistics of accounts and devices.",
      ),
    processes: z
      .array(
        z.object({
          role: z.enum(["supervisor", ...processRoles]),
          running: z.boolean(),
          restarts: count.describe("Times it died since the server was started."),
          pid: count.nullable(),
          memory_bytes: bytes.nullable().describe("Null where the operating system does not tell."),
        }),
      )
      .describe("The processes of the installation: each can die and is restarted while the others go on."),
    files: z.array(z.object({ name: z.string(), bytes })),
    disk: z.object({ free_bytes: bytes, size_bytes: bytes }),
    devices: count,
    identities: z
      .object({ remembered: count, capacity: count })
      .describe("Readings that duplicates are recognised by."),
    live_listeners: count,
    near_limits: z
      .array(z.object({ account: z.object({ uuid: z.string(), name: z.string() }), limit }))
      .describe(
        "Limits of which an account uses at least 80 %, the fullest first. Those at which the oldest give way are left out.",
      ),
  })
  .meta({ id: "SystemStatus" });

export const systemRoutes = defineRoutes({
  showSystem: {
    method: "GET",
    path: "/accounts/{account}/system",
    tag: "System",
    summary: "Show how the installation is doing",
    description:
      "Counts and sizes of the whole installation. Only for owners of all its accounts: where accounts of others are on it, the answer is 403 `operator_needed`, and the operator has `weir status` and `/metrics`.",
    access: "owner",
    scope: null,
    params: accountParams,
    status: 200,
    answer: systemStatus,
  },
});
