import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { readingsBackwards, readingsOf } from "../blocks/block-readings.ts";
import { endOf, isBefore, mergeInOrder, nextUs, previousUs, startOf } from "../blocks/reading-order.ts";
import type { RangeQuery, ReadingKey, StoredReading } from "../reading-queries.ts";
import { type ReadingRow, toReading } from "../reading-row.ts";
import { blocksEndingFrom, blocksStartingUpTo } from "./stored-blocks.ts";
import { rowsAfter, rowsBefore } from "./stored-readings.ts";

/** How many rows and blocks are read at a time. No transaction is open between two pages, however slow the reader is. */
export interface PageSize {
  readonly rows: number;
  readonly blocks: number;
}

/**
 * Lists readings of a sensor from rows and blocks, in either direction and in pages. Each page continues from the key
 * at which the previous one ended, so a reading saved meanwhile shifts nothing: it is listed if its place has not been
 * passed yet. The rows and blocks of a page are read in one transaction, because rows may become blocks at any moment.
 */
export class ReadingListing {
  readonly #database: StoreDatabase;
  readonly #page: PageSize;

  constructor(database: StoreDatabase, page: PageSize) {
    this.#database = database;
    this.#page = page;
  }

  async *list(query: RangeQuery): AsyncGenerator<readonly StoredReading[]> {
    const isForwards = query.order !== "desc";
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let from: ReadingKey | null = isForwards ? firstFrom(query) : lastFrom(query);
    while (left > 0 && from !== null) {
      const page: Page = isForwards
        ? await this.#pageAfter(query, from, left)
        : await this.#pageBefore(query, from, left);
      for (let start = 0; start < page.readings.length && left > 0; start += this.#page.rows) {
        const some = page.readings.slice(start, start + Math.min(this.#page.rows, left));
        left -= some.length;
        yield some;
      }
      from = page.next;
    }
  }

  async #pageAfter(query: RangeQuery, after: ReadingKey, left: number): Promise<Page> {
    const { sensorId, toUs = Number.MAX_SAFE_INTEGER } = query;
    if (nextUs(after) >= toUs) return noPage;
    const max = this.#sizeOf(left);
    const { rows, blocks, end } = await this.#database.read(async (tx) => {
      const blocks = await blocksEndingFrom(tx, sensorId, nextUs(after), max.blocks);
      // Readings after the last of these blocks may be in the next block.
      const endUs = blocks.length < max.blocks ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
      const rows = await rowsAfter(tx, { sensorId, from: after, endUs, max: max.rows });
      return { rows, blocks, end: rows.length < max.rows ? endOf(endUs - 1) : keyOf(rows.at(-1)!) };
    });
    const inRows = rows.values().map(toReading);
    const readings = take(mergeInOrder(inRows, readingsOf(blocks, after, end), "asc"), left);
    return { readings, next: nextUs(end) < toUs ? end : null };
  }

  /** The mirror image of `#pageAfter`. */
  async #pageBefore(query: RangeQuery, before: ReadingKey, left: number): Promise<Page> {
    const { sensorId, fromUs = Number.MIN_SAFE_INTEGER } = query;
    if (previousUs(before) < fromUs) return noPage;
    const max = this.#sizeOf(left);
    const { rows, blocks, end } = await this.#database.read(async (tx) => {
      const blocks = await blocksStartingUpTo(tx, sensorId, previousUs(before), max.blocks);
      const endUs = blocks.length < max.blocks ? fromUs : Math.max(fromUs, blocks.at(-1)!.firstUs);
      const rows = await rowsBefore(tx, { sensorId, from: before, endUs, max: max.rows });
      return { rows, blocks, end: rows.length < max.rows ? startOf(endUs) : keyOf(rows.at(-1)!) };
    });
    const inRows = rows.values().map(toReading);
    const readings = take(mergeInOrder(inRows, readingsBackwards(blocks, before, end), "desc"), left);
    return { readings, next: previousUs(end) >= fromUs ? end : null };
  }

  #sizeOf(left: number): PageSize {
    return { rows: Math.min(this.#page.rows, left), blocks: Math.min(this.#page.blocks, left) };
  }
}

interface Page {
  readonly readings: readonly StoredReading[];
  /** The key after which the next page continues; null at the end. */
  readonly next: ReadingKey | null;
}

const noPage: Page = { readings: [], next: null };

function firstFrom({ fromUs = Number.MIN_SAFE_INTEGER, after }: RangeQuery): ReadingKey {
  const start = endOf(fromUs - 1);
  return after !== undefined && isBefore(start, after) ? after : start;
}

function lastFrom({ toUs = Number.MAX_SAFE_INTEGER, after }: RangeQuery): ReadingKey {
  const start = startOf(toUs);
  return after !== undefined && isBefore(after, start) ? after : start;
}

function keyOf({ atUs, value }: ReadingRow): ReadingKey {
  return { atUs, value };
}

function take(readings: Iterable<StoredReading>, max: number): StoredReading[] {
  const taken: StoredReading[] = [];
  for (const reading of readings) {
    if (taken.length === max) break;
    taken.push(reading);
  }
  return taken;
}
