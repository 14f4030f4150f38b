import type { Database, Statement } from "bun:sqlite";
import { decodeBlock } from "../blocks/block-codec.ts";
import { countBefore } from "../blocks/block-readings.ts";
import { startOf } from "../blocks/reading-order.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { BlockInserter } from "./block-inserter.ts";
import { stagedRows } from "./staged-rows.ts";
import { StoredBlocks } from "./stored-blocks.ts";

/** Deletes readings of a sensor from rows and blocks, a bounded number at a time. */
export class ReadingRemover {
  readonly #db: Database;
  readonly #stored: StoredBlocks;
  readonly #blocks: BlockInserter;
  readonly #deleteRows: Statement;
  readonly #deleteRowsWithin: Statement;
  readonly #deleteStaged: Statement;
  readonly #deleteStagedWithin: Statement;
  readonly #deleteBlock: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#stored = new StoredBlocks(db);
    this.#blocks = BlockInserter.dense(db);
    this.#deleteRows = db.prepare(
      `DELETE FROM readings WHERE (sensor_id, at_us, value) IN
       (SELECT sensor_id, at_us, value FROM readings WHERE sensor_id = ? LIMIT ?)`,
    );
    this.#deleteRowsWithin = db.prepare(
      `DELETE FROM readings WHERE (sensor_id, at_us, value) IN
       (SELECT sensor_id, at_us, value FROM readings WHERE sensor_id = ? AND at_us >= ? AND at_us < ? LIMIT ?)`,
    );
    this.#deleteStaged = db.prepare(
      `DELETE FROM staged_readings WHERE (part, sensor_id, at_us, value) IN
       (SELECT staged_readings.part, sensor_id, at_us, value FROM ${stagedRows} WHERE sensor_id = ? LIMIT ?)`,
    );
    this.#deleteStagedWithin = db.prepare(
      `DELETE FROM staged_readings WHERE (part, sensor_id, at_us, value) IN
       (SELECT staged_readings.part, sensor_id, at_us, value FROM ${stagedRows}
        WHERE sensor_id = ?1 AND at_us >= ?2 AND at_us < ?3 AND last_us >= ?2 AND first_us < ?3 LIMIT ?4)`,
    );
    this.#deleteBlock = db.prepare("DELETE FROM blocks WHERE sensor_id = ? AND last_us = ?");
  }

  /** Deletes at most `max` readings. Returns how many; fewer than `max` only if none are left. */
  remove(sensorId: number, max: number): number {
    return this.#db.transaction(() => {
      let removed = this.#deleteStaged.run(sensorId, max).changes;
      removed += this.#deleteRows.run(sensorId, max - removed).changes;
      while (removed < max) {
        const block = this.#stored.newest(sensorId);
        if (block === null) break;
        removed += this.#removeFrom(block, sensorId, max - removed);
      }
      return removed;
    })();
  }

  /**
   * Deletes at most `max` readings from `fromUs` (inclusive) to `toUs` (exclusive). Returns how many; fewer than `max`
   * only if none are left.
   */
  removeRange(sensorId: number, fromUs: number, toUs: number, max: number): number {
    return this.#db.transaction(() => {
      let removed = this.#deleteStagedWithin.run(sensorId, fromUs, toUs, max).changes;
      removed += this.#deleteRowsWithin.run(sensorId, fromUs, toUs, max - removed).changes;
      for (let nextUs = fromUs; removed < max; ) {
        const block = this.#stored.firstEndingFrom(sensorId, nextUs);
        if (block === null || block.firstUs >= toUs) break;
        removed += this.#cut(block, sensorId, { fromUs, toUs, max: max - removed });
        nextUs = block.lastUs + 1;
      }
      return removed;
    })();
  }

  /** Splits the block: the readings before and after the range become blocks of their own. */
  #cut(block: StoredBlock, sensorId: number, { fromUs, toUs, max }: Cut): number {
    const series = decodeBlock(block.data);
    const from = countBefore(series, startOf(fromUs));
    const to = Math.min(countBefore(series, startOf(toUs)), from + max);
    if (from >= to) return 0;
    this.#deleteBlock.run(sensorId, block.lastUs);
    this.#blocks.insert(sensorId, series, 0, from);
    this.#blocks.insert(sensorId, series, to, series.count);
    return to - from;
  }

  /** Deletes the whole block, or rewrites the readings that are left. */
  #removeFrom(block: StoredBlock, sensorId: number, max: number): number {
    const series = decodeBlock(block.data);
    this.#deleteBlock.run(sensorId, block.lastUs);
    const left = Math.max(0, series.count - max);
    this.#blocks.insert(sensorId, series, 0, left);
    return series.count - left;
  }
}

interface Cut {
  readonly fromUs: number;
  readonly toUs: number;
  readonly max: number;
}
