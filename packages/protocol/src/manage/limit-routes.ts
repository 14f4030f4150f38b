import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";

/** What is limited, in the order in which it is listed. */
export const limitNames = [
  "devices",
  "sensors",
  "control_bytes",
  "stored_readings",
  "processing_share",
  "queue_bytes",
  "identities",
  "audit_entries",
  "quarantined_readings",
  "traces",
  "mails_today",
  "live_streams",
  "chain_checks",
  "chain_check_seconds",
  "server_queue_bytes",
  "server_parked_bytes",
  "server_identities",
] as const;

export const limit = z
  .object({
    name: z
      .enum(limitNames)
      .describe(
        "`control_bytes`: texts, pictures and files of devices, sensors, boards, rule chains and everything else that people, keys and devices fill in, with all versions. `processing_share`: percent of the last seconds that readings of the account were processed; an account may have more while others do not need it. `chain_checks`: checks, dry runs and replays of rule chains that are under way. `chain_check_seconds`: what they have taken within the present minute. `mails_today`: mails that rule chains of the account have sent since 00:00 UTC. `queue_bytes`: readings of the account that wait to be processed. `server_queue_bytes`: those of all accounts. `server_parked_bytes`: those that wait because their account had its turn. `identities`: readings that repeats are recognised by; an account may have more while others do not need the room. `server_identities`: those of all accounts.",
      ),
    setting: z.string().describe("The setting of the server."),
    max: z.number().nullable().describe("Null if there is no limit."),
    used: z
      .number()
      .nullable()
      .describe("Used by the account. Null if it is not counted per account or currently not known."),
    shared: z.boolean().describe("Whether all accounts of the server share this limit."),
    past: z
      .enum(["refused", "oldest_removed", "waits"])
      .describe("What happens past the limit: more is refused, the oldest is deleted, or the rest waits."),
  })
  .meta({ id: "Limit" });
export type LimitJson = z.output<typeof limit>;

export const limitRoutes = defineRoutes("Accounts", {
  showLimits: {
    method: "GET",
    path: "/accounts/{account}/limits",
    summary: "Show the account's limits and usage",
    description: "The operator of the server sets the limits. A refusal for a limit names its setting.",
    access: "viewer",
    scope: "account:read",
    params: accountParams,
    answer: z.object({ items: z.array(limit), next: z.null() }),
  },
  showServerLimits: {
    method: "GET",
    path: "/operator/limits",
    tag: "Operator",
    summary: "Show the limits that all accounts share, and their total usage",
    description: "Without a running server, usage is not known.",
    access: "operator",
    scope: null,
    answer: z.object({ items: z.array(limit), next: z.null() }),
  },
});
