import type { Database, Statement } from "bun:sqlite";
import { stagedRows } from "./staged-rows.ts";

/** Sensors are numbered in order, so a page holds neighbours: 16 KB. */
const sensorsPerPage = 1024;
/** About a million sensors. Past this number, everything is looked up again. */
const pagesMax = 1024;
const cellsPerSensor = 2;
const blocksEndCell = 0;
const newestCell = 1;

/**
 * Remembers the newest stored time of each sensor, so that a newer reading need not be looked up; -Infinity if nothing
 * is stored. The time may be too late but never too early: every write raises it, and deleting readings or rolling back
 * only lowers the true time.
 */
export class NewestStored {
  /** Times by sensor. If the end of blocks is NaN, neither the blocks nor `readings` have been looked up. */
  readonly #pages = new Map<number, Float64Array>();
  readonly #block: Statement<{ lastUs: number }, [number]>;
  readonly #row: Statement<{ atUs: number }, [number]>;
  readonly #staged: Statement<{ sensorId: number; atUs: number }, [number, number]>;

  constructor(db: Database) {
    this.#block = db.prepare(
      "SELECT last_us AS lastUs FROM blocks WHERE sensor_id = ? ORDER BY last_us DESC LIMIT 1",
    );
    this.#staged = db.prepare(
      `SELECT sensor_id AS sensorId, max(at_us) AS atUs FROM ${stagedRows}
       WHERE sensor_id >= ?1 AND sensor_id < ?2 GROUP BY sensor_id`,
    );
    this.#row = db.prepare(
      "SELECT at_us AS atUs FROM readings WHERE sensor_id = ? ORDER BY at_us DESC LIMIT 1",
    );
  }

  /** Returns a time after which there is neither a block nor a row. */
  of(sensorId: number): number {
    return this.#known(sensorId)[cellOf(sensorId) + newestCell]!;
  }

  /** Returns a time after which there is no block. */
  blocksEndOf(sensorId: number): number {
    return this.#known(sensorId)[cellOf(sensorId) + blocksEndCell]!;
  }

  /** Records that rows up to this time were written. */
  raise(sensorId: number, us: number): void {
    const page = this.#known(sensorId);
    const cell = cellOf(sensorId) + newestCell;
    if (us > page[cell]!) page[cell] = us;
  }

  /** Records that a block up to this time was written. */
  raiseBlocksEnd(sensorId: number, us: number): void {
    const page = this.#known(sensorId);
    const cell = cellOf(sensorId) + blocksEndCell;
    if (us > page[cell]!) page[cell] = us;
    this.raise(sensorId, us);
  }

  /** Call this when another process may have written. */
  forget(): void {
    this.#pages.clear();
  }

  /** Returns the page of the sensor, with its times filled in. */
  #known(sensorId: number): Float64Array {
    const number = Math.floor(sensorId / sensorsPerPage);
    const page = this.#pages.get(number) ?? this.#newPage(number);
    const cell = cellOf(sensorId);
    if (Number.isNaN(page[cell + blocksEndCell]!)) {
      const blocksEndUs = this.#block.get(sensorId)?.lastUs ?? Number.NEGATIVE_INFINITY;
      const newestRowUs = this.#row.get(sensorId)?.atUs ?? Number.NEGATIVE_INFINITY;
      page[cell + blocksEndCell] = blocksEndUs;
      page[cell + newestCell] = Math.max(blocksEndUs, newestRowUs, page[cell + newestCell]!);
    }
    return page;
  }

  #newPage(number: number): Float64Array {
    if (this.#pages.size >= pagesMax) this.#pages.clear();
    const page = new Float64Array(sensorsPerPage * cellsPerSensor).fill(Number.NEGATIVE_INFINITY);
    for (let cell = blocksEndCell; cell < page.length; cell += cellsPerSensor) page[cell] = Number.NaN;
    // Looked up for the whole page at once, because searching every part for each sensor would take long.
    const firstId = number * sensorsPerPage;
    for (const { sensorId, atUs } of this.#staged.all(firstId, firstId + sensorsPerPage)) {
      page[cellOf(sensorId) + newestCell] = atUs;
    }
    this.#pages.set(number, page);
    return page;
  }
}

function cellOf(sensorId: number): number {
  return (sensorId % sensorsPerPage) * cellsPerSensor;
}
