import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchOutcome, SettledBatch } from "../settlement.ts";

/**
 * Writes one subject of a batch, in the batch's transaction and while the partition's row is locked. Any error it
 * throws rolls back the whole batch. It remembers nothing that a rollback would make wrong.
 */
export interface BatchWriter {
  write(tx: PostgresSession, batch: SettledBatch, outcome: BatchOutcome): Promise<void>;
}

/** Something that a part of the store remembers as the only writer of a partition, so that it need not look it up. */
export interface OwnerMemory {
  /** Called when the partition is taken, and after one of its batches was not committed. */
  dropMemory(): void;
}
