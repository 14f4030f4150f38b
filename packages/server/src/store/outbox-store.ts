import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Messages that wait to be delivered, and what became of them. Rows are written by the processor in the transaction
 * of the readings that caused them; delivery only reads them and settles them.
 *
 * Promises: a row is waiting, delivered or dead; only `delivered`, `failed` and `retry` change it. After a power cut a
 * settlement may be forgotten, and a row may be written again by the same readings, always with the same key: so
 * delivery is at least once and the key tells the repeats.
 */
export interface OutboxStore {
  /** Waiting rows that are due, oldest first, none of them of the destinations left out. */
  due(nowMs: number, max: number, without: ReadonlySet<string>): OutboxRow[];
  /** When the next waiting row is due; null when none waits. */
  nextDueMs(): number | null;
  delivered(id: number, nowMs: number): void;
  /** One more try has failed. `againMs` is when to try again, null for never: the row is dead. */
  failed(id: number, error: string, nowMs: number, againMs: number | null): void;
  /** Puts a dead or delivered row back to wait, its tries counted anew. False when there is no such row. */
  retry(id: number, nowMs: number): boolean;
  /** Deletes rows settled before that time, at most `max`; returns how many. */
  prune(settledBeforeMs: number, max: number): number;
}

export interface OutboxRow {
  readonly id: number;
  /** The idempotency key: the same for every try, and for the same reading after a crash. */
  readonly key: string;
  readonly accountId: number;
  /** What limits are counted by: scheme, host and port of a URL, or the mail server. */
  readonly destination: string;
  readonly message: OutboxMessage;
  readonly tries: number;
  readonly createdMs: number;
}
