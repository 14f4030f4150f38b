import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Where a batch puts what chains send, in the transaction of the readings that caused it: message and readings become
 * visible together or not at all.
 *
 * Promises: one row per key, the first stays. When the store has said that a batch is durable, a power cut takes none of its
 * messages; before, it takes them together with the batch, which is then processed again and writes them with the same keys.
 * Does not promise: a limit. The caller checks the account's room first.
 */
export interface OutboxWriter {
  add(entry: OutboxEntry): OutboxAddition;
  /** How many more rows of the account may wait, so that one whose messages are not delivered cannot fill the disk. */
  room(accountId: number): number;
}

/** `known`: there is a row of that key. */
export type OutboxAddition = "added" | "known";

export interface OutboxEntry {
  /** The same for the same reading and node, also when the reading is processed again after a crash. */
  readonly key: string;
  readonly accountId: number;
  readonly sensorId: number;
  readonly chainId: number;
  readonly nodeId: string;
  readonly destination: string;
  readonly message: OutboxMessage;
  readonly nowMs: number;
}
