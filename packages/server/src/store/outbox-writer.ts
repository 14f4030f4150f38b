import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Writes the messages of chains in the transaction of the readings that caused them: messages and readings become
 * visible together or not at all.
 *
 * Promises: there is one row per key, and the first one stays. Once the store says that a batch is durable, a power cut
 * takes none of its messages. Before that, a power cut takes them together with the batch, which is then processed
 * again and writes them with the same keys. Does not promise a limit: the caller checks the account's room first.
 */
export interface OutboxWriter {
  add(entry: OutboxEntry): OutboxAddition;
  /** How many more rows of the account may wait. An account whose messages are not delivered must not fill the disk. */
  room(accountId: number): number;
}

/** `known`: a row with that key exists already. */
export type OutboxAddition = "added" | "known";

export interface OutboxEntry {
  /** The same for the same reading and node, even if the reading is processed again after a crash. */
  readonly key: string;
  readonly accountId: number;
  readonly sensorId: number;
  readonly chainId: number;
  readonly nodeId: string;
  readonly destination: string;
  readonly message: OutboxMessage;
  readonly nowMs: number;
}
