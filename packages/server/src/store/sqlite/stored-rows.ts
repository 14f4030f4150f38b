import type { Database, Statement } from "bun:sqlite";

/** Finds readings of a sensor that are rows, by time. */
export class StoredRows {
  readonly #within: Statement<unknown, [number, number, number]>;

  constructor(db: Database) {
    this.#within = db.prepare(
      "SELECT 1 FROM readings WHERE sensor_id = ? AND at_us >= ? AND at_us <= ? LIMIT 1",
    );
  }

  /** Whether there is one from the first to the last of these times. */
  hasWithin(sensorId: number, firstUs: number, lastUs: number): boolean {
    return this.#within.get(sensorId, firstUs, lastUs) !== null;
  }
}
