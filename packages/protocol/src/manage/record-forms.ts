import { z } from "zod";
import { severities } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { ofReadings } from "./of-readings.ts";
import { pageQuery } from "./paging.ts";

/** What alarms, dead letters and messages, the records of the processor, have in common. */

const named = z.object({ uuid: z.string(), name: z.string() });

/** The device and sensor that a record is about. */
export const recordOrigin = {
  device: named.nullable().describe("Null where it was removed since."),
  sensor: z.object({ uuid: z.string(), slug: z.string(), type: z.string().nullable() }).nullable(),
  chain: named.nullable(),
  node_name: z
    .string()
    .nullable()
    .describe(
      "Name of the node in the published version of the chain; null if it was removed or has no name.",
    ),
};

export const recordId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const idText = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const recordParams = accountParams.extend({ id: idText });

/** Records are listed the newest first. */
export const recordPageQuery = pageQuery.extend({
  before: idText.optional().describe("Only entries older than this id."),
});

/** Ids of the request that do not exist. */
export const unknownIds = z.array(z.number().int());

const name = z.string().max(200).optional();

export const recordFilter = {
  device: name.describe("Only entries of this device, given by UUID."),
  sensor: name.describe("Only entries of this sensor, given by UUID or, with its device, by slug."),
  chain: name.describe("Only entries of this chain, given by UUID or name."),
};

/** Filters for records of any kind of node. */
export const recordFilterByNode = {
  ...recordFilter,
  node: z.string().max(64).optional().describe("Only entries of this node."),
};

const chainContents = [
  z.object({
    kind: z.literal("webhook"),
    url: z.string().describe("In the outbox, without credentials and query, which may be secret."),
    headers: z.record(z.string(), z.string()).describe("In the outbox their values are hidden."),
    body: ofReadings(z.string()),
    secret: z.string().describe("Name of the secret that signs it."),
  }),
  z.object({
    kind: z.literal("mail"),
    to: z.array(z.string()),
    subject: ofReadings(z.string()),
    text: ofReadings(z.string()),
  }),
  z.object({
    kind: z.literal("mqtt"),
    url: z.string(),
    topic: ofReadings(z.string()),
    payload: ofReadings(z.string()),
    qos: z.union([z.literal(0), z.literal(1)]),
    retain: z.boolean(),
    username: z.string().nullable(),
    password_secret: z.string().nullable().describe("Name of the secret that holds the password."),
  }),
] as const;

const notificationContent = z.object({
  kind: z.literal("notification"),
  channel: z.string().describe("UUID of the channel."),
  event: z.enum(["raised", "cleared", "escalated", "digest", "limited"]),
  alarms: z
    .array(
      z.object({
        id: z.number().int(),
        change: z.enum(["raised", "cleared"]),
        name: z.string(),
        severity: z.enum(severities),
        message: ofReadings(z.string()),
        device: z.object({
          uuid: z.string(),
          name: z.string().describe("Empty for an alarm about a silent device."),
        }),
      }),
    )
    .describe("A digest gathers its alarms when it is sent."),
  more: z.number().int().describe("How many more alarms a digest is about."),
});

/** The content of a message of a chain, as far as people may see it. */
export const chainMessageContent = z
  .discriminatedUnion("kind", [...chainContents])
  .meta({ id: "MessageContent" });

const unreadableContent = z.object({
  kind: z.literal("unreadable").describe("This version of Weir cannot read the content, and never sends it."),
});

/** The content of any message in the outbox. */
export const messageContent = z
  .discriminatedUnion("kind", [...chainContents, notificationContent, unreadableContent])
  .meta({ id: "OutboxContent" });

export type ChainMessageContentJson = z.input<typeof chainMessageContent>;

export type MessageContentJson = z.input<typeof messageContent>;
