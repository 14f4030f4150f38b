import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { columnList } from "../engine/record-columns.ts";
import type { SettledBatch } from "../settlement.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { entryColumns, entryFields, entryRow } from "./record.ts";

const columns = `kind, ${columnList(entryFields)}`;

/**
 * Appends messages to the outbox in order. If a key exists already, the first message stays. Several partitions may write the
 * same digest at once and then wait for each other, so digests come last, in the order of their keys.
 */
export class MessageWriter implements BatchWriter {
  async write(tx: PostgresTransaction, batch: SettledBatch): Promise<void> {
    if (batch.messages.length === 0) return;
    const messages = withDigestsLast(batch.messages);
    tx.send({
      name: "add messages",
      text: `INSERT INTO weir_store.outbox (${columns})
        SELECT ${columns}
        FROM unnest($1::text[], ${arraysOf(entryColumns, entryFields, 2)}) WITH ORDINALITY AS entry (${columns}, nth)
        ORDER BY nth ON CONFLICT (key) DO NOTHING`,
      values: [messages.map(({ message }) => message.kind), ...valuesOf(entryFields, messages.map(entryRow))],
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
