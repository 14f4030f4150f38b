import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * A message of a chain, or about an alarm. It becomes visible together with the reading that caused it, or not at all.
 *
 * There is one row per key, and the first one stays. Once the store says that a batch is durable, a power cut takes none
 * of its messages. Before that, a power cut takes them together with the batch, which is then processed again and writes
 * them with the same keys.
 */
export interface OutboxEntry {
  /** The same for the same reading and node, even if the reading is processed again after a crash. */
  readonly key: string;
  readonly accountId: number;
  /** 0 if it is about no sensor or of no chain. */
  readonly sensorId: number;
  readonly chainId: number;
  readonly nodeId: string;
  readonly destination: string;
  readonly message: OutboxMessage;
  readonly nowMs: number;
  /** When it is to be sent, if not at once. */
  readonly dueMs?: number;
}
