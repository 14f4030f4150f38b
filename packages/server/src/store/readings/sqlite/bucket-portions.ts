import type { Database, Statement } from "bun:sqlite";
import type { BucketSums } from "../blocks/bucket-sums.ts";
import { addDays, areDays, hasDaysWithin } from "../blocks/day-sums.ts";
import { ListedTimes } from "../blocks/reading-times.ts";
import { ListedValues } from "../blocks/summed-values.ts";
import type { BucketQuery } from "../reading-queries.ts";
import { beginPass, RowBuckets, type RowPass } from "./row-buckets.ts";
import { stagedRows } from "./staged-rows.ts";
import type { StoredBlocks } from "./stored-blocks.ts";

/** Blocks summed before other work gets its turn: about two milliseconds. */
const blocksPerPortion = 64;
/** The same if only their sums by day are needed. */
const daysPerPortion = 512;

/**
 * Sums readings by bucket, one portion of time after the other. Rows may become blocks at any moment, so the rows and
 * the blocks of a portion are read in one transaction. Otherwise a reading could be counted twice, or not at all.
 */
export class BucketPortions {
  readonly #db: Database;
  readonly #blocks: StoredBlocks;
  readonly #rows: RowBuckets;
  readonly #staged: Statement<unknown, [number, number, number]>;

  constructor(db: Database, blocks: StoredBlocks) {
    this.#db = db;
    this.#blocks = blocks;
    this.#rows = new RowBuckets(db);
    this.#staged = db.prepare(
      `SELECT at_us, value FROM ${stagedRows}
       WHERE sensor_id = ?1 AND at_us >= ?2 AND at_us < ?3 AND last_us >= ?2 AND first_us < ?3 ORDER BY at_us, value`,
    );
  }

  /** Yields after every portion, with no transaction open. */
  *addTo(sums: BucketSums, query: BucketQuery): Generator<void> {
    const pass = beginPass(query.fromUs);
    const areWholeDays = areDays(query.edgesUs);
    const portion = this.#db.transaction(() =>
      areWholeDays ? this.#addDays(sums, query, pass) : this.#addPortion(sums, query, pass),
    );
    while (pass.fromUs < query.toUs) {
      portion();
      yield;
    }
  }

  #addPortion(sums: BucketSums, { sensorId, toUs }: BucketQuery, pass: RowPass): void {
    const { fromUs } = pass;
    const blocks = this.#blocks.endingFrom(sensorId, fromUs, blocksPerPortion);
    // Readings after the last of these blocks may be in the next block.
    const endUs = blocks.length < blocksPerPortion ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
    this.#rows.addPortion(sums, sensorId, endUs, pass);
    this.#addStaged(sums, sensorId, fromUs, pass.fromUs);
    for (const block of blocks) if (block.firstUs < pass.fromUs) sums.addBlock(block, fromUs, pass.fromUs);
  }

  /** Like `#addPortion`, if every bucket starts and ends with a day. */
  #addDays(sums: BucketSums, { sensorId, toUs }: BucketQuery, pass: RowPass): void {
    const { fromUs } = pass;
    const blocks = this.#blocks.daysEndingFrom(sensorId, fromUs, daysPerPortion);
    const endUs = blocks.length < daysPerPortion ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
    this.#rows.addPortion(sums, sensorId, endUs, pass);
    this.#addStaged(sums, sensorId, fromUs, pass.fromUs);
    for (const { lastUs, daySums } of blocks) {
      if (hasDaysWithin(daySums, fromUs, pass.fromUs)) {
        addDays(sums, daySums);
        continue;
      }
      const block = this.#blocks.firstEndingFrom(sensorId, lastUs)!;
      if (block.firstUs >= pass.fromUs) return;
      sums.addBlock(block, fromUs, pass.fromUs);
    }
  }

  /** A sensor has few staged rows, so one portion takes them all. */
  #addStaged(sums: BucketSums, sensorId: number, fromUs: number, toUs: number): void {
    const rows = this.#staged.values(sensorId, fromUs, toUs) as [atUs: number, value: number][];
    const atUs = Float64Array.from(rows, ([us]) => us);
    const values = Float64Array.from(rows, ([, value]) => value);
    sums.addColumns(new ListedTimes(atUs), new ListedValues(values), { from: 0, to: rows.length });
  }
}
