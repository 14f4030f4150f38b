import type { Database, Statement } from "bun:sqlite";
import type { MergeStep } from "../../housekeeping.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { packedReadingsMax, packedReadingsMin, smallReadingsMax } from "../blocks/block-sizes.ts";
import { joinSeries } from "../blocks/reading-series.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { BlockInserter } from "./block-inserter.ts";

/** Maximum number of blocks that one step looks at. */
const blocksPerStep = 256;

/**
 * Packs small neighbouring blocks of a sensor into one dense block. Bulk requests leave blocks of a thousand readings, of
 * which only one fits into a page of the file: a year of minutes took 4.8 bytes a reading.
 *
 * A step packs one block and commits on its own. Blocks wait until they fill a dense block. The stored readings stay the
 * same throughout.
 */
export class BlockPacker {
  readonly #db: Database;
  readonly #blocks: BlockInserter;
  readonly #sensorAfter: Statement<{ sensorId: number }, [number]>;
  readonly #smallFrom: Statement<{ lastUs: number }, [number, number]>;
  readonly #sizesFrom: Statement<BlockSize, [number, number]>;
  readonly #block: Statement<Pick<StoredBlock, "data">, [number, number]>;
  readonly #delete: Statement;
  readonly #enough: number;

  /** Blocks are packed if they have `enough` readings together. */
  constructor(db: Database, enough = packedReadingsMin) {
    this.#db = db;
    this.#enough = enough;
    this.#blocks = BlockInserter.dense(db, packedReadingsMax);
    // The index `blocks_small` has the blocks that match this.
    const isSmall = `readings <= ${smallReadingsMax}`;
    this.#sensorAfter = db.prepare(
      `SELECT sensor_id AS sensorId FROM blocks WHERE sensor_id > ? AND ${isSmall} ORDER BY sensor_id LIMIT 1`,
    );
    this.#smallFrom = db.prepare(
      `SELECT last_us AS lastUs FROM blocks WHERE sensor_id = ? AND last_us >= ? AND ${isSmall} ORDER BY last_us LIMIT 1`,
    );
    this.#sizesFrom = db.prepare(
      `SELECT last_us AS lastUs, readings FROM blocks WHERE sensor_id = ? AND last_us >= ?
       ORDER BY last_us LIMIT ${blocksPerStep}`,
    );
    this.#block = db.prepare("SELECT data FROM blocks WHERE sensor_id = ? AND last_us = ?");
    this.#delete = db.prepare("DELETE FROM blocks WHERE sensor_id = ? AND last_us = ?");
  }

  /** Returns the next sensor that has small blocks. */
  sensorAfter(sensorId: number): number | null {
    return this.#sensorAfter.get(sensorId)?.sensorId ?? null;
  }

  /** Packs the first small blocks that end at `fromUs` or later. Returns null if there are none. */
  pack(sensorId: number, fromUs: number): MergeStep | null {
    return this.#db.transaction(() => this.#step(sensorId, fromUs)).immediate();
  }

  #step(sensorId: number, fromUs: number): MergeStep | null {
    const first = this.#smallFrom.get(sensorId, fromUs);
    if (first === null) return null;
    const fitting = fittingBlocks(this.#sizesFrom.all(sensorId, first.lastUs));
    const readings = fitting.reduce((sum, block) => sum + block.readings, 0);
    const nextUs = fitting.at(-1)!.lastUs + 1;
    if (readings < this.#enough) return { merged: 0, nextUs };
    const series = joinSeries(
      fitting.map(({ lastUs }) => decodeBlock(this.#block.get(sensorId, lastUs)!.data)),
    );
    for (const { lastUs } of fitting) this.#delete.run(sensorId, lastUs);
    this.#blocks.insert(sensorId, series, 0, series.count);
    return { merged: readings, nextUs };
  }
}

interface BlockSize {
  readonly lastUs: number;
  readonly readings: number;
}

/** Returns the small blocks at the beginning that together fit into a dense one. */
function fittingBlocks(blocks: readonly BlockSize[]): BlockSize[] {
  const fitting: BlockSize[] = [];
  let readings = 0;
  for (const block of blocks) {
    readings += block.readings;
    if (block.readings > smallReadingsMax || readings > packedReadingsMax) break;
    fitting.push(block);
  }
  return fitting;
}
