import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchOutcome, SettledBatch } from "../settlement.ts";

/**
 * Writes what a batch has of one subject, in the transaction of the batch and while its partition's row is locked. Whatever it
 * throws undoes the whole batch. It remembers nothing that a batch which is undone would make wrong.
 */
export interface BatchWriter {
  write(tx: PostgresSession, batch: SettledBatch, outcome: BatchOutcome): Promise<void>;
}

/** What a part of the store remembers as the only writer of a partition, so that it need not look it up. */
export interface OwnerMemory {
  /** Called when the partition is taken, and after a batch of it that was not committed. */
  dropMemory(): void;
}
