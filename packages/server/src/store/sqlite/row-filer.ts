import type { Database, Statement } from "bun:sqlite";
import { rowColumns } from "./bind-row.ts";
import { stagedRows } from "./staged-rows.ts";

/** So many parts are filed together. The more there are, the fewer pages are written for a row, and the more a reader looks into. */
const partsWanted = 64;
/** Rows that one step files at most, unless a sensor has more: about three milliseconds. */
const rowsPerStep = 2048;
/** No sensor has it: all of a part is filed. */
const allSensors = Number.MAX_SAFE_INTEGER;

/**
 * Files staged rows: moves them into `readings`. A pass takes the parts that there are when it begins, and goes through their sensors in
 * order, some sensors with each step. How far it has come is kept in the file, in the transaction that moves the rows, so a
 * killed process leaves whole steps behind and the next one goes on. What is stored stays the same throughout.
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
    // Of each part the sensor up to which it has so many rows; up to the first of them no part has more.
    this.#stepEnd = db.prepare(
      `SELECT min((SELECT sensor_id FROM staged_readings
         WHERE staged_readings.part = staged_parts.part AND sensor_id >= filed_to
         ORDER BY sensor_id LIMIT 1 OFFSET ?)) AS sensorId, min(filed_to) + 1 AS least
       FROM staged_parts WHERE filed_to >= 0`,
    );
    const columns = rowColumns.join(", ");
    // Part by part, each of them in order. Sorting the rows of a step costs more than it spares, because their pages are in memory.
    this.#move = db.prepare(
      `INSERT INTO readings (${columns}) SELECT ${columns} FROM ${stagedRows}
       WHERE filed_to >= 0 AND sensor_id < ? ON CONFLICT DO NOTHING`,
    );
    this.#moved = db.prepare("UPDATE staged_parts SET filed_to = ? WHERE filed_to >= 0");
    this.#deleteRows = db.prepare("DELETE FROM staged_readings WHERE part = ?");
    this.#deletePart = db.prepare("DELETE FROM staged_parts WHERE part = ?");
  }

  /** Whether enough is staged for filing to pay, or a pass is under way. */
  isDue(): boolean {
    const { parts, inPass } = this.#state.get()!;
    return inPass > 0 || parts >= partsWanted;
  }

  /** Files some of what is staged, or begins with it; returns whether the pass goes on. */
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
