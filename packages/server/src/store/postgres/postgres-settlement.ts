import type { Position } from "../../queue/position.ts";
import type { SettledBatch, Settlement } from "../settlement.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { advance, assertAt, lockPartition, readProgress } from "./partition-row.ts";
import type { ReadingWriter } from "./reading-writer.ts";
import type { StoreDatabase } from "./store-database.ts";

export interface SettlementParts {
  readonly readings: ReadingWriter;
  /** Everything else that batches have, in the order in which it is written. */
  readonly writers: readonly BatchWriter[];
}

/**
 * Writes a batch in one transaction that holds its partition's row from the first statement on. The server syncs before it answers
 * a commit, so whatever was committed is durable. A transaction waits for another one only where both are of one partition, or
 * where writers of records touch the same row.
 */
export class PostgresSettlement implements Settlement {
  readonly #database: StoreDatabase;
  readonly #parts: SettlementParts;
  /** Of partitions in which a batch was committed here: up to where. */
  readonly #committed = new Map<number, Position>();

  constructor(database: StoreDatabase, parts: SettlementParts) {
    this.#database = database;
    this.#parts = parts;
  }

  async commit(batch: SettledBatch, epoch: number): Promise<readonly number[]> {
    const { partition } = batch.to;
    const { readings, writers } = this.#parts;
    try {
      const stored = await this.#database.write(async (tx) => {
        const position = await lockPartition(tx, { partition, epoch });
        // First, because what was written already would not fit in a second time.
        assertAt(position, batch.from);
        const alreadyStored = await readings.save(tx, batch.saves, partition);
        const outcome = batch.complete(alreadyStored);
        for (const writer of writers) await writer.write(tx, batch, outcome);
        await advance(tx, batch.to, outcome.counts);
        return alreadyStored;
      });
      this.#committed.set(partition, batch.to);
      return stored;
    } catch (error) {
      // What is remembered may be why the batch failed, and claims too much now that nothing of it was written.
      readings.dropMemory(partition);
      throw error;
    }
  }

  async durable(partition: number): Promise<Position> {
    return this.#committed.get(partition) ?? (await readProgress(this.#database, partition)).position;
  }

  rest(partition: number): Promise<Position> {
    return this.durable(partition);
  }
}
