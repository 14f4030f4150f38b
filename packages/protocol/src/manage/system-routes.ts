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

const countsByName = z.record(z.string(), count).optional();

const status = z
  .object({
    running: z.boolean().describe("Whether a server is running; without one these are the counts on disk."),
    accepted: count,
    duplicates: count,
    rejected: rejectedCounts,
    saved: count,
    already_stored: count,
    ended: count,
    dead: count,
    queue_bytes: bytes.describe("Accepted readings that wait for the processor."),
    gap: count.describe("Accepted, and not settled yet."),
    dead_letters: count.optional().describe("Kept now. Left out where there are none."),
    active_alarms: countsByName.describe("By severity. Left out where there are none."),
    outbox: countsByName.describe("Messages that wait or are dead. Left out where there are none."),
  })
  .meta({ id: "Status" });
export type StatusJson = z.output<typeof status>;

const forOperator = { tag: "Operator", access: "operator", scope: null } as const;

export const systemRoutes = defineRoutes("System", {
  showSystem: {
    method: "GET",
    path: "/accounts/{account}/system",
    summary: "Show how the installation is doing",
    description:
      "Counts and sizes of the whole installation. Only for owners of all its accounts: where accounts of others are on it, the answer is 403 `operator_needed`, and the operator has `weir status` and `/metrics`.",
    access: "owner",
    scope: null,
    params: accountParams,
    answer: systemStatus,
  },
  showStatus: {
    ...forOperator,
    method: "GET",
    path: "/operator/status",
    summary: "Show what became of all readings, and what waits for a person or for delivery",
    answer: status,
  },
  rotateKey: {
    ...forOperator,
    method: "POST",
    path: "/operator/key-rotation",
    summary: "Replace the key that encrypts tokens and secrets",
    description:
      "Where many are sealed, a part of them is done and the rest told as `remaining`: call again until none remain, and the old key is deleted. A key from the environment is replaced there first, with the former one beside it.",
    answer: z.object({
      key_id: z.string().describe("Of the key in force."),
      from_environment: z
        .boolean()
        .describe("Whether the key comes from there, and the operator removes the former one."),
      resealed: count.describe("Sealed with the key in force by this call."),
      unreadable: count.describe("Could be opened with neither key, and stayed as they were."),
      remaining: count,
    }),
  },
});
