import type { Database, Statement } from "bun:sqlite";

/** How many readings of a sensor are stored, in rows and in blocks. */
export class StoredCounts {
  readonly #rows: Statement<{ readings: number }, [number]>;
  readonly #blocks: Statement<{ readings: number | null }, [number]>;

  constructor(db: Database) {
    this.#rows = db.prepare("SELECT count(*) AS readings FROM readings WHERE sensor_id = ?");
    this.#blocks = db.prepare("SELECT sum(readings) AS readings FROM blocks WHERE sensor_id = ?");
  }

  of(sensorId: number): number {
    return this.#rows.get(sensorId)!.readings + (this.#blocks.get(sensorId)!.readings ?? 0);
  }
}
