import { z } from "zod";
import { processRoles } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { rejectedCounts } from "./activity-forms.ts";
import { clusterStatus, notice } from "./cluster-forms.ts";
import { limit } from "./limit-routes.ts";
import { defineRoutes } from "./route.ts";
import { readingTotals } from "./statistics-routes.ts";
import { time } from "./time.ts";

const count = z.number().int();
const bytes = z.number().int();

const systemStatus = z
  .object({
    version: z.string(),
    started_at: time,
    uptime_s: z.number(),
    ready: z.boolean().describe("Whether readings are accepted at the moment."),
    queue: z.object({
      backlog_bytes: bytes
        .nullable()
        .describe(
          "Accepted readings that wait for the processor. Null while the queue of a cluster cannot be asked.",
        ),
      backlog_bytes_max: bytes.describe("Past this, readings are refused."),
      parked_bytes: bytes.describe("Accepted readings that wait for their account's turn."),
      parked_bytes_max: bytes.describe("Past this, accounts with waiting readings are refused."),
      last_position: count.nullable(),
    }),
    totals: z
      .object({
        accepted: count.nullable().describe("Null while the queue of a cluster cannot be asked."),
        duplicates: count,
        rejected: rejectedCounts,
        saved: count,
        already_stored: count,
        ended: count,
        dead: count,
        gap: count
          .nullable()
          .describe(
            "Accepted but not processed yet: not saved, already stored, ended or dead. Null while this is unknown.",
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
          restarts: count.describe("How often it has died since the server started."),
          pid: count.nullable(),
          memory_bytes: bytes.nullable().describe("Null if the operating system does not report it."),
        }),
      )
      .describe(
        "The processes of the installation. A process that dies is restarted while the others continue.",
      ),
    files: z.array(z.object({ name: z.string(), bytes })),
    disk: z
      .object({ free_bytes: bytes, size_bytes: bytes })
      .nullable()
      .describe("The disk that the files are on; null where they are on other machines."),
    devices: count.nullable().describe("Null while no ingest process can be asked."),
    identities: z
      .object({ remembered: count.nullable(), capacity: count })
      .describe("Readings kept to recognize duplicates."),
    live_listeners: count,
    near_limits: z
      .array(z.object({ account: z.object({ uuid: z.string(), name: z.string() }), limit }))
      .describe(
        "Limits of which an account uses at least 80 %, fullest first. Limits that only delete the oldest entries are left out.",
      ),
    cluster: z
      .boolean()
      .describe("Whether it is a cluster. If so, `/system/cluster` has its processes and engines."),
    notices: z.array(notice).describe("What the operator should know, the most serious first."),
  })
  .meta({ id: "SystemStatus" });

const countsByName = z.record(z.string(), count).optional();

const status = z
  .object({
    running: z.boolean().describe("Whether a server is running. If not, these are the counts on disk."),
    accepted: count.nullable().describe("Null while the queue of a cluster cannot be asked."),
    duplicates: count,
    rejected: rejectedCounts,
    saved: count,
    already_stored: count,
    ended: count,
    dead: count,
    queue_bytes: bytes
      .nullable()
      .describe("Accepted readings that wait for the processor. Null while this is unknown."),
    gap: count.nullable().describe("Accepted but not processed yet. Null while this is unknown."),
    dead_letters: count.optional().describe("Currently kept. Left out if there are none."),
    active_alarms: countsByName.describe("By severity. Left out if there are none."),
    outbox: countsByName.describe("Messages that wait or are dead. Left out if there are none."),
    notices: z
      .array(notice)
      .optional()
      .describe("What the operator should know, the most serious first. Left out if there is nothing."),
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
      "Counts and sizes of the whole installation. Only for owners of all its accounts, and for API keys with `system:read` that one of them created. If other people have accounts on it, the answer is 403 `operator_needed`, and only the operator can see these figures, with `weir status` and on `/metrics`.",
    access: "editor",
    scope: "system:read",
    params: accountParams,
    answer: systemStatus,
  },
  showCluster: {
    method: "GET",
    path: "/accounts/{account}/system/cluster",
    summary: "Show the processes, partitions and engines of a cluster",
    description:
      "Who the members are, which of them owns each partition of the queue, how much waits there, and how NATS, PostgreSQL and Redis are doing. For whoever may see the figures of the installation. An installation on one machine answers 404 `no_cluster`.",
    access: "editor",
    scope: "system:read",
    params: accountParams,
    answer: clusterStatus,
  },
  showStatus: {
    ...forOperator,
    method: "GET",
    path: "/operator/status",
    summary: "Show the totals of all readings, and what is waiting for people or for delivery",
    answer: status,
  },
  rotateKey: {
    ...forOperator,
    method: "POST",
    path: "/operator/key-rotation",
    summary: "Replace the key that encrypts tokens and secrets",
    description:
      "If there are many values, only some are encrypted again and the rest is reported as `remaining`: call again until none remain and the old key is deleted. A key from the environment has to be replaced there first, together with the previous key.",
    answer: z.object({
      key_id: z.string().describe("Id of the current key."),
      from_environment: z
        .boolean()
        .describe(
          "Whether the key comes from the environment, so that the operator has to remove the previous key.",
        ),
      resealed: count.describe("Values encrypted with the current key by this call."),
      unreadable: count.describe("Values that could be opened with neither key and were not changed."),
      remaining: count,
    }),
  },
});
