import type { MessageState } from "@weir/protocol/closed-sets";
import type { OutboxMessage } from "@weir/rule-engine/message";
import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { dueMsOf } from "./whole-ms.ts";

/** How many messages of one account may wait. */
export const waitingMaxPerAccount = 100_000;

/** The columns of a message that a new one has. The kind of its message is one more, which SQLite computes. */
export const entryColumns = {
  key: column.text,
  accountId: column.integer,
  sensorId: column.integer,
  chainId: column.integer,
  nodeId: column.text,
  destination: column.text,
  /** JSON. */
  message: column.text,
  createdMs: column.integer,
  /** When a waiting row is tried next. */
  dueMs: column.integer,
};

type EntryRow = RecordOf<typeof entryColumns>;

export const entryFields = fieldsOf(entryColumns);

export function entryRow(entry: OutboxEntry): EntryRow {
  const { message, nowMs, dueMs: _, ...columns } = entry;
  return { ...columns, message: JSON.stringify(message), createdMs: nowMs, dueMs: dueMsOf(entry) };
}

/** The columns of a message in the outbox that people see. */
const recordColumns = {
  id: column.integer,
  ...entryColumns,
  tries: column.integer,
  state: column.oneOf<MessageState>(),
  lastError: column.textOrNull,
  /** Why the row waits although nothing failed; null if it is not held. */
  heldBecause: column.textOrNull,
  settledMs: column.integerOrNull,
};

export type RecordRow = RecordOf<typeof recordColumns>;
export type OutboxRecord = Omit<RecordRow, "message"> & { readonly message: OutboxMessage };

export const recordSelectList = selectList(fieldsOf(recordColumns));

export function recordOf(row: RecordRow): OutboxRecord {
  return { ...row, message: JSON.parse(row.message) };
}
