import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Where the processor puts what chains send, in the transaction of the readings that caused it: message and readings
 * become visible together or not at all.
 *
 * Promises: one row per key, the first stays; an account whose messages are not delivered cannot fill the disk, since
 * past a limit of waiting rows its messages are refused, and only its own.
 */
export interface OutboxWriter {
  add(entry: OutboxEntry): OutboxAddition;
}

/** `known`: there is a row of that key. `full`: too many messages of the account wait, and this one was not written. */
export type OutboxAddition = "added" | "known" | "full";

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
