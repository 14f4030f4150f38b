import type { Database, Statement } from "bun:sqlite";
import { selectRows } from "./staged-rows.ts";

/** Finds readings of a sensor in rows, by time. */
export class StoredRows {
  readonly #within: Statement<unknown, [number, number, number]>;

  constructor(db: Database) {
    this.#within = db.prepare(
      `${selectRows({
        columns: "1",
        where: "sensor_id = ?1 AND at_us >= ?2 AND at_us <= ?3",
        fromUs: "?2",
        toUs: "?3",
      })} LIMIT 1`,
    );
  }

  /** Returns whether there is a row from the first to the last of these times. */
  hasWithin(sensorId: number, firstUs: number, lastUs: number): boolean {
    return this.#within.get(sensorId, firstUs, lastUs) !== null;
  }
}
