import type { Database, Statement } from "bun:sqlite";
import type { StoredCounts } from "../stored-counts.ts";
import { stagedRows } from "./staged-rows.ts";

/** Counts the readings of a sensor in rows and in blocks. */
export class SqliteStoredCounts implements StoredCounts {
  readonly #rows: Statement<{ readings: number }, [number]>;
  readonly #blocks: Statement<{ readings: number | null }, [number]>;

  constructor(db: Database) {
    this.#rows = db.prepare(
      `SELECT (SELECT count(*) FROM readings WHERE sensor_id = ?1)
         + (SELECT count(*) FROM ${stagedRows} WHERE sensor_id = ?1) AS readings`,
    );
    this.#blocks = db.prepare("SELECT sum(readings) AS readings FROM blocks WHERE sensor_id = ?");
  }

  async of(sensorId: number): Promise<number> {
    return this.#rows.get(sensorId)!.readings + (this.#blocks.get(sensorId)!.readings ?? 0);
  }
}
