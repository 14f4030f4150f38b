import type { Database, Statement } from "bun:sqlite";
import { decodeBlock } from "./block-codec.ts";
import { BlockInserter } from "./block-inserter.ts";
import { type StoredBlock, StoredBlocks } from "./stored-blocks.ts";

/** Deletes readings of a sensor, rows and blocks alike, a bounded number at a time. */
export class ReadingRemover {
  readonly #db: Database;
  readonly #stored: StoredBlocks;
  readonly #blocks: BlockInserter;
  readonly #deleteRows: Statement;
  readonly #deleteBlock: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#stored = new StoredBlocks(db);
    this.#blocks = new BlockInserter(db);
    this.#deleteRows = db.prepare(
      `DELETE FROM readings WHERE (sensor_id, at_us, value) IN
       (SELECT sensor_id, at_us, value FROM readings WHERE sensor_id = ? LIMIT ?)`,
    );
    this.#deleteBlock = db.prepare("DELETE FROM blocks WHERE sensor_id = ? AND last_us = ?");
  }

  /** Deletes at most `max`; returns how many, fewer only when nothing is left. */
  remove(sensorId: number, max: number): number {
    return this.#db.transaction(() => {
      let removed = this.#deleteRows.run(sensorId, max).changes;
      while (removed < max) {
        const block = this.#stored.newest(sensorId);
        if (block === null) break;
        removed += this.#removeFrom(block, sensorId, max - removed);
      }
      return removed;
    })();
  }

  /** The block goes whole, or what is left of it is written again. */
  #removeFrom(block: StoredBlock, sensorId: number, max: number): number {
    const series = decodeBlock(block.data);
    this.#deleteBlock.run(sensorId, block.lastUs);
    const left = Math.max(0, series.count - max);
    this.#blocks.insert(sensorId, series, 0, left);
    return series.count - left;
  }
}
