import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import type { StoredBlock } from "../blocks/stored-block.ts";

const columns = "first_us AS firstUs, last_us AS lastUs, readings, data";

interface DaysOfBlock {
  readonly lastUs: number;
  /** Empty if the block has none. */
  readonly daySums: Uint8Array;
}

/** Finds blocks of a sensor by time. */
export class StoredBlocks {
  readonly #endingFrom: Statement<StoredBlock, SQLQueryBindings[]>;
  readonly #startingUpTo: Statement<StoredBlock, SQLQueryBindings[]>;
  readonly #newest: Statement<StoredBlock, SQLQueryBindings[]>;
  readonly #daysEndingFrom: Statement<DaysOfBlock, SQLQueryBindings[]>;

  constructor(db: Database) {
    this.#endingFrom = db.prepare(
      `SELECT ${columns} FROM blocks WHERE sensor_id = ? AND last_us >= ? ORDER BY last_us LIMIT ?`,
    );
    // Blocks are found by their end: the newest block that starts by a time is the first that ends later, or the one
    // before it.
    this.#startingUpTo = db.prepare(
      `SELECT ${columns} FROM blocks
       WHERE sensor_id = ?1 AND first_us <= ?2 AND last_us <= coalesce(
         (SELECT last_us FROM blocks WHERE sensor_id = ?1 AND last_us >= ?2 ORDER BY last_us LIMIT 1), ?2)
       ORDER BY last_us DESC LIMIT ?3`,
    );
    this.#newest = db.prepare(
      `SELECT ${columns} FROM blocks WHERE sensor_id = ? ORDER BY last_us DESC LIMIT 1`,
    );
    // Reads only the index of the blocks, not their data.
    this.#daysEndingFrom = db.prepare(
      `SELECT blocks.last_us AS lastUs, coalesce(sums, x'') AS daySums
       FROM blocks LEFT JOIN block_days USING (sensor_id, last_us)
       WHERE sensor_id = ? AND last_us >= ? ORDER BY last_us LIMIT ?`,
    );
  }

  /** Returns the first blocks that end at this time or later, oldest first. */
  endingFrom(sensorId: number, us: number, max: number): StoredBlock[] {
    return this.#endingFrom.all(sensorId, us, max);
  }

  /** Returns the sums by day of the first blocks that end at this time or later, oldest first. */
  daysEndingFrom(sensorId: number, us: number, max: number): DaysOfBlock[] {
    return this.#daysEndingFrom.all(sensorId, us, max);
  }

  /** Returns the last blocks that start at this time or earlier, newest first. */
  startingUpTo(sensorId: number, us: number, max: number): StoredBlock[] {
    return this.#startingUpTo.all(sensorId, us, max);
  }

  /** Returns the first block that ends at this time or later. */
  firstEndingFrom(sensorId: number, us: number): StoredBlock | null {
    return this.#endingFrom.get(sensorId, us, 1);
  }

  newest(sensorId: number): StoredBlock | null {
    return this.#newest.get(sensorId);
  }
}
