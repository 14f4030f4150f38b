import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { BatchOutcome, SettledBatch } from "../../settlement.ts";

/**
 * Writes one subject of a batch, in the batch's transaction and while the partition's row is locked. Any error it
 * throws rolls back the whole batch. It remembers nothing that a rollback would make wrong.
 */
export interface BatchWriter {
  write(tx: PostgresTransaction, batch: SettledBatch, outcome: BatchOutcome): Promise<void>;
}
