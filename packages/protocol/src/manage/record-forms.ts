import { z } from "zod";
import { ofReadings } from "./of-readings.ts";
import { pageQuery } from "./paging.ts";

/** What records of the processor (alarms, dead letters, messages) have in common. */

const named = z.object({ uuid: z.string(), name: z.string() });

/** Whom a record is about. */
export const recordOrigin = {
  device: named.nullable().describe("Null where it was removed since."),
  sensor: z.object({ uuid: z.string(), slug: z.string() }).nullable(),
  chain: named.nullable(),
  node_name: z
    .string()
    .nullable()
    .describe(
      "What the node is called in the published version of the chain; null where it is gone or has no name.",
    ),
};

export const recordId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const idText = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const recordParams = z.object({ account: z.uuid(), id: idText });

/** Records are listed the newest first. */
export const recordPageQuery = pageQuery.extend({
  before: idText.optional().describe("Only what is older than the one of this id."),
});

/** Of those named in a request, the ones that are not there. */
export const unknownIds = z.array(z.number().int());

const name = z.string().max(200).optional();

export const recordFilter = {
  device: name.describe("Only those of this device: its UUID."),
  sensor: name.describe("Only those of this sensor: its UUID or, with its device, its slug."),
  chain: name.describe("Only those of this chain: its UUID or name."),
};

/** For what is left behind by any kind of node. */
export const recordFilterByNode = {
  ...recordFilter,
  node: z.string().max(64).optional().describe("Only those of this node."),
};

/** What a chain sends, as people may see it. */
export const messageContent = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("webhook"),
      url: z.string().describe("In the outbox without credentials and query, which may be secret."),
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
      password_secret: z.string().nullable().describe("Name of the secret that is the password."),
    }),
  ])
  .meta({ id: "MessageContent" });

export type MessageContentJson = z.input<typeof messageContent>;
