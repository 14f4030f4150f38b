import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { readingsBackwards, readingsOf } from "../blocks/block-readings.ts";
import { endOf, isBefore, mergeInOrder, nextUs, previousUs, startOf } from "../blocks/reading-order.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import type { RangeQuery, ReadingKey, StoredReading } from "../reading-queries.ts";
import { type ReadingRow, toReading } from "../reading-row.ts";
import { readingColumns } from "./reading-columns.ts";
import { selectRows } from "./staged-rows.ts";
import type { StoredBlocks } from "./stored-blocks.ts";

/**
 * How many rows and blocks are read at a time. No transaction is open between two pages: otherwise a slow reader (`weir
 * readings | less`) would keep the write-ahead log from being moved into the file, and the queue from being trimmed.
 */
interface PageSize {
  readonly rows: number;
  readonly blocks: number;
}

/**
 * Lists readings of a sensor from rows and blocks, in either direction. Each page continues from the key at which the
 * previous one ended, so a reading saved meanwhile shifts nothing: it is listed if its place has not been passed yet.
 * The rows and blocks of a page are read in one transaction, because rows may become blocks at any moment.
 */
export class ReadingListing {
  readonly #db: Database;
  readonly #blocks: StoredBlocks;
  readonly #page: PageSize;
  readonly #rowsAfter: Statement<ReadingRow, SQLQueryBindings[]>;
  readonly #rowsBefore: Statement<ReadingRow, SQLQueryBindings[]>;

  constructor(db: Database, blocks: StoredBlocks, page: PageSize) {
    this.#db = db;
    this.#blocks = blocks;
    this.#page = page;
    this.#rowsAfter = db.prepare(
      `${selectRows({
        columns: readingColumns,
        where: "sensor_id = ?1 AND (at_us, value) > (?2, ?3) AND at_us < ?4",
        fromUs: "?2",
        toUs: "?4",
      })} ORDER BY atUs, value LIMIT ?5`,
    );
    this.#rowsBefore = db.prepare(
      `${selectRows({
        columns: readingColumns,
        where: "sensor_id = ?1 AND (at_us, value) < (?2, ?3) AND at_us >= ?4",
        fromUs: "?4",
        toUs: "?2",
      })} ORDER BY atUs DESC, value DESC LIMIT ?5`,
    );
  }

  list(query: RangeQuery): IterableIterator<StoredReading> {
    return query.order === "desc" ? this.#backwards(query) : this.#forwards(query);
  }

  *#forwards(query: RangeQuery): IterableIterator<StoredReading> {
    const { sensorId, fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let after = later(endOf(fromUs - 1), query.after);
    while (left > 0 && nextUs(after) < toUs) {
      const { rows, blocks, end: upTo } = this.#pageAfter(sensorId, after, toUs, left);
      const inRows = rows.values().map(toReading);
      for (const reading of mergeInOrder(inRows, readingsOf(blocks, after, upTo), "asc")) {
        yield reading;
        if (--left === 0) return;
      }
      after = upTo;
    }
  }

  /** The mirror image of `#forwards`. */
  *#backwards(query: RangeQuery): IterableIterator<StoredReading> {
    const { sensorId, fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let before = earlier(startOf(toUs), query.after);
    while (left > 0 && previousUs(before) >= fromUs) {
      const { rows, blocks, end: downTo } = this.#pageBefore(sensorId, before, fromUs, left);
      const inRows = rows.values().map(toReading);
      for (const reading of mergeInOrder(inRows, readingsBackwards(blocks, before, downTo), "desc")) {
        yield reading;
        if (--left === 0) return;
      }
      before = downTo;
    }
  }

  #pageAfter(sensorId: number, after: ReadingKey, toUs: number, left: number): Page {
    const pageRows = Math.min(this.#page.rows, left);
    const pageBlocks = Math.min(this.#page.blocks, left);
    return this.#db.transaction(() => {
      const blocks = this.#blocks.endingFrom(sensorId, nextUs(after), pageBlocks);
      // Readings after the last of these blocks may be in the next block.
      const rowsToUs = blocks.length < pageBlocks ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
      const rows = this.#rowsAfter.all(sensorId, after.atUs, after.value, rowsToUs, pageRows);
      return { rows, blocks, end: rows.length < pageRows ? endOf(rowsToUs - 1) : rows.at(-1)! };
    })();
  }

  #pageBefore(sensorId: number, before: ReadingKey, fromUs: number, left: number): Page {
    const pageRows = Math.min(this.#page.rows, left);
    const pageBlocks = Math.min(this.#page.blocks, left);
    return this.#db.transaction(() => {
      const blocks = this.#blocks.startingUpTo(sensorId, previousUs(before), pageBlocks);
      const rowsFromUs = blocks.length < pageBlocks ? fromUs : Math.max(fromUs, blocks.at(-1)!.firstUs);
      const rows = this.#rowsBefore.all(sensorId, before.atUs, before.value, rowsFromUs, pageRows);
      return { rows, blocks, end: rows.length < pageRows ? startOf(rowsFromUs) : rows.at(-1)! };
    })();
  }
}

interface Page {
  readonly rows: ReadingRow[];
  readonly blocks: StoredBlock[];
  /** The key after which the next page continues. */
  readonly end: ReadingKey;
}

function later(one: ReadingKey, other: ReadingKey = one): ReadingKey {
  return isBefore(one, other) ? other : one;
}

function earlier(one: ReadingKey, other: ReadingKey = one): ReadingKey {
  return isBefore(other, one) ? other : one;
}
