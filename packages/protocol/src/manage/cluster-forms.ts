import { z } from "zod";
import { memberStates, noticeKinds, processRoles, redisViews, standbyStates } from "../closed-sets.ts";
import { time } from "./time.ts";

const count = z.number().int();

/** What an operator should know or do something about. */
export const notice = z
  .object({
    kind: z.enum(noticeKinds),
    serious: z.boolean().describe("Whether readings or messages wait because of it."),
    title: z.string(),
    text: z.string().describe("What it means, and what to do."),
  })
  .meta({ id: "Notice" });

const member = z.object({
  id: z.string(),
  role: z.enum(processRoles),
  state: z
    .enum(memberStates)
    .describe(
      "`revoked`: it did not answer, so the others continue without it; it joins again when it can. `lost`: it stopped or was cut off without notice, within the last hour.",
    ),
  version: z.string(),
  host: z.string(),
  pid: count.nullable().describe("Null if an older version of Weir does not report it."),
  since: time.describe("When it joined."),
  lost_at: time.nullable(),
  redis: z.enum(redisViews).nullable().describe("Whether this process reaches Redis."),
  partitions: count.describe("How many partitions of the queue it owns."),
});

const waiting = z
  .object({
    entries: count,
    readings: count,
    bytes: count,
    oldest: time.nullable().describe("When the oldest of them was accepted. Null if nothing waits."),
  })
  .nullable()
  .describe("What is accepted and not settled. Null while NATS does not answer.");

const natsServer = z.object({
  name: z.string(),
  version: z.string().nullable(),
  syncs: z.boolean().nullable().describe("Whether it syncs to disk before it acknowledges. Null if unknown."),
  leader: z.boolean().describe("Whether it leads the stream of accepted readings."),
  online: z.boolean().nullable(),
  current: z.boolean().nullable().describe("Whether its copy of the stream is complete."),
});

const standby = z.object({
  name: z.string(),
  address: z.string(),
  state: z.enum(standbyStates).describe("`sync`: commits wait for it."),
  lag_ms: z.number().nullable(),
});

export const clusterStatus = z
  .object({
    members: z.array(member),
    partitions: z.array(
      z.object({
        partition: count,
        owner: z.string().nullable().describe("Id of the member. Null while nobody processes the partition."),
        waiting,
      }),
    ),
    nats: z.object({
      servers: z.array(natsServer),
      replicas: count.describe("How many servers hold each accepted reading."),
      synced: z.boolean().nullable().describe("Whether all servers sync before they acknowledge."),
      finding: z.string().describe("What that means."),
    }),
    postgres: z.object({
      address: z.string(),
      version: z.string(),
      waits_for_standby: z.boolean().describe("Whether commits wait for a standby."),
      standbys: z.array(standby),
    }),
    redis: z.object({ used: z.boolean() }),
  })
  .meta({ id: "ClusterStatus" });

export type ClusterStatusJson = z.output<typeof clusterStatus>;
export type NoticeJson = z.output<typeof notice>;
