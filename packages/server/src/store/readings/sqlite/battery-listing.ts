import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import type { BatteryLevel, BatteryQuery } from "../reading-queries.ts";

/**
 * Lists battery levels of a device in either direction, a page at a time. No transaction is open between two pages, so a
 * slow reader does not hold back the store. Each page continues after the key at which the previous one ended.
 */
export class BatteryListing {
  readonly #pageRows: number;
  readonly #after: Statement<BatteryLevel, SQLQueryBindings[]>;
  readonly #before: Statement<BatteryLevel, SQLQueryBindings[]>;

  constructor(db: Database, pageRows: number) {
    this.#pageRows = pageRows;
    this.#after = db.prepare(
      `SELECT received_us AS receivedUs, volts FROM battery_levels
       WHERE device_id = ?1 AND (received_us, volts) > (?2, ?3) AND received_us >= ?4 AND received_us < ?5
       ORDER BY received_us, volts LIMIT ?6`,
    );
    this.#before = db.prepare(
      `SELECT received_us AS receivedUs, volts FROM battery_levels
       WHERE device_id = ?1 AND (received_us, volts) < (?2, ?3) AND received_us >= ?4 AND received_us < ?5
       ORDER BY received_us DESC, volts DESC LIMIT ?6`,
    );
  }

  *list(query: BatteryQuery): IterableIterator<BatteryLevel> {
    const { deviceId, order = "asc" } = query;
    const { fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
    const statement = order === "asc" ? this.#after : this.#before;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    // No voltage is this low, so a page that starts here includes every level of its first time and none of its end.
    let last = query.after ?? {
      receivedUs: order === "asc" ? fromUs : toUs,
      volts: Number.NEGATIVE_INFINITY,
    };
    while (left > 0) {
      const rows = Math.min(this.#pageRows, left);
      const page = statement.all(deviceId, last.receivedUs, last.volts, fromUs, toUs, rows);
      yield* page;
      if (page.length < rows) return;
      left -= page.length;
      last = page.at(-1)!;
    }
  }
}
