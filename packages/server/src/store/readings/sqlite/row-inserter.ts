import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { blockReadingsMin } from "../blocks/block-sizes.ts";
import { type GatheredReadings, gatheredMax } from "../blocks/gathered-readings.ts";
import { atCell, cellsPerReading, sensorCell, valueCell } from "../saved-readings.ts";
import { bindRow, rowColumns } from "./bind-row.ts";
import { RowPortions } from "./row-portions.ts";
import { RowStager } from "./row-stager.ts";

const row = `(${rowColumns.map(() => "?").join(", ")})`;

/**
 * Inserts gathered readings, one row each. `insert` is for rows that are not stored yet; they wait for `flush`, which
 * stages them if there are many. `insertOne` is for all others and must not be mixed with waiting rows.
 */
export class RowInserter {
  readonly #staged: RowStager;
  readonly #many: RowPortions;
  readonly #one: Statement;
  readonly #oneRow: SQLQueryBindings[] = new Array(rowColumns.length).fill(null);
  /** Indexes of the readings that wait. */
  readonly #waiting = new Uint32Array(gatheredMax);
  #waitingCount = 0;

  constructor(db: Database) {
    this.#staged = new RowStager(db);
    this.#many = new RowPortions(db, row, insertSql);
    this.#one = db.prepare(insertSql(row));
  }

  insert(number: number): void {
    this.#waiting[this.#waitingCount++] = number;
  }

  /** Returns whether the row was new. */
  insertOne(gathered: GatheredReadings, number: number): boolean {
    const { cells } = gathered;
    const cell = number * cellsPerReading;
    if (this.#staged.has(cells[cell + sensorCell]!, cells[cell + atCell]!, cells[cell + valueCell]!))
      return false;
    bindRow(this.#oneRow, 0, gathered, number);
    return this.#one.run(...this.#oneRow).changes > 0;
  }

  /** Writes the waiting rows, which must be sorted by sensor. */
  flush(gathered: GatheredReadings): void {
    const few = this.#insertRuns(gathered);
    if (!this.#staged.stage(gathered, few)) for (const number of few) this.#insertNow(gathered, number);
    this.#many.flush();
    this.#waitingCount = 0;
  }

  /**
   * Inserts the rows of sensors that have many of them, because these share pages already. Returns the indexes of the
   * others.
   */
  #insertRuns(gathered: GatheredReadings): Uint32Array {
    const { cells } = gathered;
    const waiting = this.#waiting;
    const count = this.#waitingCount;
    let kept = 0;
    for (let from = 0; from < count; ) {
      const sensorId = cells[waiting[from]! * cellsPerReading + sensorCell]!;
      let to = from + 1;
      while (to < count && cells[waiting[to]! * cellsPerReading + sensorCell] === sensorId) to++;
      const isRun = to - from >= blockReadingsMin;
      for (; from < to; from++) {
        if (isRun) this.#insertNow(gathered, waiting[from]!);
        else waiting[kept++] = waiting[from]!;
      }
    }
    return waiting.subarray(0, kept);
  }

  #insertNow(gathered: GatheredReadings, number: number): void {
    bindRow(this.#many.bindings, this.#many.at, gathered, number);
    this.#many.filled();
  }

  clear(): void {
    this.#many.clear();
    this.#waitingCount = 0;
  }
}

function insertSql(rows: string): string {
  return `INSERT INTO readings (${rowColumns.join(", ")}) VALUES ${rows} ON CONFLICT DO NOTHING`;
}
