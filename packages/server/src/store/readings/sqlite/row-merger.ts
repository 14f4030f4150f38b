import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { FreePages } from "../../../platform/sqlite/free-pages.ts";
import type { MergeStep } from "../../housekeeping.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { blockReadingsMin } from "../blocks/block-sizes.ts";
import { hasRoom, isQuiet, reachOf } from "../blocks/merge-rules.ts";
import { mergeSeries, type ReadingSeries } from "../blocks/reading-series.ts";
import { type RowPage, readRowPage } from "../blocks/row-page.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { BlockInserter } from "./block-inserter.ts";
import type { NewestStored } from "./newest-stored.ts";
import { StoredBlocks } from "./stored-blocks.ts";

/**
 * Matches rows that a block can hold: no metadata, and times that a double holds exactly. The plus keeps SQLite from
 * using these limits of the time instead of those of the query, which would make it read all rows of the sensor.
 */
const mergeableRow = `(metadata IS NULL
  AND +at_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND received_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND (device_us IS NULL OR device_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}))`;

/** Maximum number of rows that one step looks at. */
const rowsPerStep = 1024;

/**
 * Merges the rows of a sensor into blocks, because a row takes 47 bytes and a reading of a dense block about three.
 *
 * A step takes at most a thousand of the oldest rows and commits on its own, so a killed process leaves only complete
 * steps behind. Rows within the time of a block join that block, and others join the block before them until it is
 * full. Rows after the last block wait until there are a thousand, or until the sensor has been quiet for long. The
 * stored readings stay the same throughout.
 */
export class RowMerger {
  readonly #db: Database;
  readonly #newest: NewestStored;
  readonly #freePages: FreePages;
  readonly #stored: StoredBlocks;
  readonly #blocks: BlockInserter;
  readonly #sensorAfter: Statement<{ sensorId: number }, [number]>;
  readonly #page: Statement<unknown, SQLQueryBindings[]>;
  readonly #deleteRows: Statement;
  readonly #deleteBlock: Statement;

  constructor(db: Database, newest: NewestStored) {
    this.#db = db;
    this.#newest = newest;
    this.#freePages = new FreePages(db);
    this.#stored = new StoredBlocks(db);
    this.#blocks = BlockInserter.dense(db);
    this.#sensorAfter = db.prepare(
      "SELECT sensor_id AS sensorId FROM readings WHERE sensor_id > ? ORDER BY sensor_id LIMIT 1",
    );
    this.#page = db.prepare(
      `SELECT at_us, value, received_us, device_us, ${mergeableRow} FROM readings
       WHERE sensor_id = ? AND at_us >= ? ORDER BY at_us, value LIMIT ${rowsPerStep}`,
    );
    this.#deleteRows = db.prepare(
      `DELETE FROM readings
       WHERE sensor_id = ?1 AND at_us >= ?2 AND at_us <= ?3 AND (at_us, value) <= (?3, ?4) AND ${mergeableRow}`,
    );
    this.#deleteBlock = db.prepare("DELETE FROM blocks WHERE sensor_id = ? AND last_us = ?");
  }

  /** Returns the next sensor that has rows. */
  sensorAfter(sensorId: number): number | null {
    return this.#sensorAfter.get(sensorId)?.sensorId ?? null;
  }

  /**
   * Merges the oldest rows from `fromUs` on. Returns null if there is nothing to merge now. A sensor is quiet if it has
   * received nothing since `quietSinceUs`.
   */
  merge(sensorId: number, fromUs: number, quietSinceUs: number): MergeStep | null {
    return this.#db.transaction(() => this.#step(sensorId, fromUs, quietSinceUs)).immediate();
  }

  /** Returns some of the space that rows took to the file system. Returns whether there is more. */
  releaseSome(): boolean {
    return this.#freePages.releaseSome();
  }

  #step(sensorId: number, fromUs: number, quietSinceUs: number): MergeStep | null {
    const rows = this.#page.values(sensorId, fromUs) as RowPage;
    const first = rows[0];
    if (first === undefined) return null;
    const [firstUs] = first;
    const block = this.#stored.firstEndingFrom(sensorId, firstUs);
    const isCovered = block !== null && block.firstUs <= firstUs;
    const { series, lastUs } = readRowPage(rows, reachOf(block, isCovered));
    const isWaiting = block === null && rows.length < rowsPerStep && !isQuiet(series, quietSinceUs);
    if (isWaiting) return null;
    const merged = this.#write(sensorId, series, block, isCovered);
    return { merged, nextUs: Math.max(lastUs, fromUs + 1) };
  }

  /** Returns how many of the rows are in a block now: all of them, or none. */
  #write(sensorId: number, rows: ReadingSeries, block: StoredBlock | null, isCovered: boolean): number {
    if (rows.count === 0) return 0;
    const neighbour = this.#blockBefore(sensorId, rows.atUs[0]!) ?? block;
    if (neighbour === null && rows.count < blockReadingsMin) return 0;
    const isJoining = isCovered || (neighbour !== null && hasRoom(neighbour, rows));
    if (isJoining) this.#deleteBlock.run(sensorId, neighbour!.lastUs);
    this.#insert(sensorId, isJoining ? mergeSeries(decodeBlock(neighbour!.data), rows) : rows);
    const last = rows.count - 1;
    this.#deleteRows.run(sensorId, rows.atUs[0]!, rows.atUs[last]!, rows.values[last]!);
    return rows.count;
  }

  /** Returns the last block that starts at this time or earlier. If any block covers the time, it is this one. */
  #blockBefore(sensorId: number, us: number): StoredBlock | null {
    return this.#stored.startingUpTo(sensorId, us, 1)[0] ?? null;
  }

  #insert(sensorId: number, series: ReadingSeries): void {
    this.#blocks.insert(sensorId, series, 0, series.count);
    this.#newest.raiseBlocksEnd(sensorId, series.atUs[series.count - 1]!);
  }
}
