import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import type { SettledBatch } from "../settlement.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { dueMsOf } from "./whole-ms.ts";

/**
 * Appends messages to the outbox in order. If a key exists already, the first message stays. Several partitions may write the
 * same digest at once and then wait for each other, so digests come last, in the order of their keys.
 */
export class MessageWriter implements BatchWriter {
  async write(tx: PostgresSession, batch: SettledBatch): Promise<void> {
    if (batch.messages.length === 0) return;
    const messages = withDigestsLast(batch.messages);
    await tx.query({
      name: "add messages",
      text: `INSERT INTO weir_store.outbox (key, account_id, sensor_id, chain_id, node_id, destination, kind, message, created_ms, due_ms)
        SELECT key, account_id, sensor_id, chain_id, node_id, destination, kind, message, now_ms, due_ms
        FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int8[], $10::int8[])
          WITH ORDINALITY AS entry (key, account_id, sensor_id, chain_id, node_id, destination, kind, message, now_ms, due_ms, nth)
        ORDER BY nth ON CONFLICT (key) DO NOTHING`,
      values: [
        messages.map(({ key }) => storableText(key)),
        messages.map(({ accountId }) => accountId),
        messages.map(({ sensorId }) => sensorId),
        messages.map(({ chainId }) => chainId),
        messages.map(({ nodeId }) => storableText(nodeId)),
        messages.map(({ destination }) => storableText(destination)),
        messages.map(({ message }) => message.kind),
        messages.map(({ message }) => JSON.stringify(message)),
        messages.map(({ nowMs }) => nowMs),
        messages.map(dueMsOf),
      ],
    });
  }
}

function withDigestsLast(messages: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const digests = messages.filter(isDigest);
  if (digests.length === 0) return messages;
  digests.sort((one, other) => (one.key < other.key ? -1 : 1));
  return [...messages.filter((entry) => !isDigest(entry)), ...digests];
}

function isDigest({ message }: OutboxEntry): boolean {
  return message.kind === "notification" && message.event === "digest";
}
