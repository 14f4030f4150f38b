import type { Database, Statement } from "bun:sqlite";
import type { GatheredReadings } from "../blocks/gathered-readings.ts";
import { atCell, cellsPerReading } from "../saved-readings.ts";
import { bindRow, rowColumns } from "./bind-row.ts";
import { RowPortions } from "./row-portions.ts";
import { stagedRows } from "./staged-rows.ts";

/** Fewer rows are not worth a part, because every reader looks into each part. */
const rowsMin = 1024;
/** If this many parts wait, rows are filed at once. Filing starts long before. */
const partsMax = 128;

/** Writes rows of a batch as a part, and finds staged rows. See `staged-rows.ts`. */
export class RowStager {
  readonly #rows: RowPortions;
  readonly #parts: Statement<{ count: number; last: number | null }, []>;
  readonly #addPart: Statement<unknown, [number, number, number]>;
  readonly #row: Statement<unknown, [number, number, number]>;

  constructor(db: Database) {
    this.#rows = new RowPortions(
      db,
      `(?, ${rowColumns.map(() => "?").join(", ")})`,
      (rows) => `INSERT INTO staged_readings VALUES ${rows} ON CONFLICT DO NOTHING`,
    );
    this.#parts = db.prepare("SELECT count(*) AS count, max(part) AS last FROM staged_parts");
    this.#addPart = db.prepare("INSERT INTO staged_parts (part, first_us, last_us) VALUES (?, ?, ?)");
    this.#row = db.prepare(
      `SELECT 1 FROM ${stagedRows} WHERE sensor_id = ?1 AND at_us = ?2 AND value = ?3
       AND first_us <= ?2 AND last_us >= ?2 LIMIT 1`,
    );
  }

  /**
   * Stages the readings with these indexes, sorted by sensor. None of them may be stored yet. Returns false, and stages
   * nothing, if they should be filed at once.
   */
  stage(gathered: GatheredReadings, numbers: Uint32Array): boolean {
    if (numbers.length < rowsMin) return false;
    const { count, last } = this.#parts.get()!;
    if (count >= partsMax) return false;
    const part = (last ?? 0) + 1;
    const rows = this.#rows;
    const { cells } = gathered;
    let firstUs = Number.POSITIVE_INFINITY;
    let lastUs = Number.NEGATIVE_INFINITY;
    rows.clear();
    for (const number of numbers) {
      const atUs = cells[number * cellsPerReading + atCell]!;
      if (atUs < firstUs) firstUs = atUs;
      if (atUs > lastUs) lastUs = atUs;
      rows.bindings[rows.at] = part;
      bindRow(rows.bindings, rows.at + 1, gathered, number);
      rows.filled();
    }
    rows.flush();
    this.#addPart.run(part, firstUs, lastUs);
    return true;
  }

  has(sensorId: number, atUs: number, value: number): boolean {
    return this.#row.get(sensorId, atUs, value) !== null;
  }
}
