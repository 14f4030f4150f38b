import type { Database, Statement } from "bun:sqlite";
import { rowColumns } from "./bind-row.ts";
import { stagedRows } from "./staged-rows.ts";

/** How many parts are filed together. With more parts, fewer pages are written per row, but a reader has more to look into. */
const partsWanted = 64;
/** Rows that one step files at most, unless a single sensor has more: about three milliseconds. */
const rowsPerStep = 2048;
/** Above every sensor's id: the whole part is filed. */
const allSensors = Number.MAX_SAFE_INTEGER;

/**
 * Files staged rows: moves them into `readings`. A pass takes the parts that exist when it begins and goes through
 * their sensors in order, a few sensors per step. Its progress is stored in the transaction that moves the rows, so a
 * killed process leaves only complete steps behind and the next process continues. The stored readings stay the same
 * throughout.
 */
export class RowFiler {
  readonly #db: Database;
  readonly #state: Statement<{ parts: number; inPass: number; filed: number | null }, []>;
  readonly #beginPass: Statement;
  readonly #stepEnd: Statement<{ sensorId: number | null; least: number }, [number]>;
  readonly #move: Statement;
  readonly #moved: Statement;
  readonly #deleteRows: Statement;
  readonly #deletePart: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#state = db.prepare(
      `SELECT count(*) AS parts, count(*) FILTER (WHERE filed_to >= 0) AS inPass,
         min(part) FILTER (WHERE filed_to = ${allSensors}) AS filed FROM staged_parts`,
    );
    this.#beginPass = db.prepare("UPDATE staged_parts SET filed_to = 0");
    // Finds, for each part, the sensor at which it reaches the row limit. Up to the lowest of these, no part exceeds
    // the limit.
    this.#stepEnd = db.prepare(
      `SELECT min((SELECT sensor_id FROM staged_readings
         WHERE staged_readings.part = staged_parts.part AND sensor_id >= filed_to
         ORDER BY sensor_id LIMIT 1 OFFSET ?)) AS sensorId, min(filed_to) + 1 AS least
       FROM staged_parts WHERE filed_to >= 0`,
    );
    const columns = rowColumns.join(", ");
    // Part by part, each in order. Sorting the rows of a step costs more than it saves, because their pages are in
    // memory.
    this.#move = db.prepare(
      `INSERT INTO readings (${columns}) SELECT ${columns} FROM ${stagedRows}
       WHERE filed_to >= 0 AND sensor_id < ? ON CONFLICT DO NOTHING`,
    );
    this.#moved = db.prepare("UPDATE staged_parts SET filed_to = ? WHERE filed_to >= 0");
    this.#deleteRows = db.prepare("DELETE FROM staged_readings WHERE part = ?");
    this.#deletePart = db.prepare("DELETE FROM staged_parts WHERE part = ?");
  }

  /** Returns whether enough is staged for filing to pay off, or a pass is under way. */
  isDue(): boolean {
    const { parts, inPass } = this.#state.get()!;
    return inPass > 0 || parts >= partsWanted;
  }

  /** Files some of the staged rows, or begins a pass. Returns whether the pass continues. */
  file(): boolean {
    return this.#db.transaction(() => this.#step()).immediate();
  }

  #step(): boolean {
    const { parts, inPass, filed } = this.#state.get()!;
    if (parts === 0) return false;
    if (filed !== null) {
      this.#deleteRows.run(filed);
      this.#deletePart.run(filed);
      return inPass > 1;
    }
    if (inPass === 0) this.#beginPass.run();
    this.#moveRows(inPass === 0 ? parts : inPass);
    return true;
  }

  #moveRows(parts: number): void {
    const rowsPerPart = Math.max(1, Math.floor(rowsPerStep / parts));
    const { sensorId, least } = this.#stepEnd.get(rowsPerPart)!;
    const end = sensorId === null ? allSensors : Math.max(sensorId, least);
    this.#move.run(end);
    this.#moved.run(end);
  }
}
