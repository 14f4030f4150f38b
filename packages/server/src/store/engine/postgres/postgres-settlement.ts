import type { Position } from "../../../queue/position.ts";
import type { ReadingWriter } from "../../readings/postgres/reading-writer.ts";
import type { SettledBatch, Settlement } from "../../settlement.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { advance, assertAt, lockPartition, readProgress } from "./partition-row.ts";
import { writeLosses } from "./queue-losses.ts";
import type { StoreDatabase } from "./store-database.ts";

interface SettlementParts {
  readonly readings: ReadingWriter;
  /** The writers of everything but readings, in the order in which they write. */
  readonly writers: readonly BatchWriter[];
}

/**
 * Commits a batch in one transaction that holds its partition's row from the first statement on. PostgreSQL syncs
 * before it answers a commit, so every committed batch is durable. A transaction waits for another one only if both
 * belong to one partition, or if writers of records touch the same row.
 */
export class PostgresSettlement implements Settlement {
  readonly #database: StoreDatabase;
  readonly #parts: SettlementParts;
  /** The position of the last batch that was committed here, by partition. */
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
        // Checked first, because a batch that was committed already would fail on its own rows.
        assertAt(position, batch.from);
        const alreadyStored = await readings.save(tx, batch.saves, partition);
        const outcome = batch.complete(alreadyStored);
        for (const writer of writers) await writer.write(tx, batch, outcome);
        await advance(tx, batch, outcome.counts);
        await writeLosses(tx, batch.losses ?? []);
        return alreadyStored;
      });
      this.#committed.set(partition, batch.to);
      return stored;
    } catch (error) {
      // The memory may be why the batch failed, and it is wrong now that nothing of the batch was written.
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
