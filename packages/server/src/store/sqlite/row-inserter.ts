import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import {
  atCell,
  cellsPerReading,
  deviceMicrosCell,
  deviceSecondsCell,
  type GatheredReadings,
  receivedCell,
  sensorCell,
  valueCell,
} from "./gathered-readings.ts";

const columns = ["sensor_id", "at_us", "value", "received_us", "device_us", "metadata"];

/** Rows in one statement, because the call costs more than the row: 0.85 us a row at 32, 1.1 at 10, 1.8 at one. */
const rowsPerStatement = 32;

/**
 * Inserts gathered readings, one row each. `insert` is for rows that are not there, and lets them wait for their
 * statement to be full or for `flush`. `insertOne` is for the others, and not to be mixed with rows that wait.
 */
export class RowInserter {
  readonly #many: ManyRows;
  readonly #one: Statement;
  readonly #bindings: SQLQueryBindings[] = new Array(rowsPerStatement * columns.length).fill(null);
  readonly #oneRow: SQLQueryBindings[] = new Array(columns.length).fill(null);
  #bound = 0;

  constructor(db: Database) {
    this.#many = db.prepare(insertSql(rowsPerStatement)) as unknown as ManyRows;
    this.#one = db.prepare(insertSql(1));
  }

  insert(gathered: GatheredReadings, number: number): void {
    bind(this.#bindings, this.#bound, gathered, number);
    this.#bound += columns.length;
    if (this.#bound < this.#bindings.length) return;
    this.#many.run(this.#bindings);
    this.#bound = 0;
  }

  /** Returns whether there was no such row yet. */
  insertOne(gathered: GatheredReadings, number: number): boolean {
    bind(this.#oneRow, 0, gathered, number);
    return this.#one.run(...this.#oneRow).changes > 0;
  }

  flush(): void {
    const row = this.#oneRow;
    for (let bound = 0; bound < this.#bound; bound += row.length) {
      for (let column = 0; column < row.length; column++) row[column] = this.#bindings[bound + column]!;
      this.#one.run(...row);
    }
    this.clear();
  }

  clear(): void {
    this.#bound = 0;
  }
}

function bind(
  bindings: SQLQueryBindings[],
  bound: number,
  { cells, metadata: texts }: GatheredReadings,
  number: number,
): void {
  const cell = number * cellsPerReading;
  const deviceSeconds = cells[cell + deviceSecondsCell]!;
  const metadata = texts[number]!;
  bindings[bound] = cells[cell + sensorCell]!;
  bindings[bound + 1] = cells[cell + atCell]!;
  bindings[bound + 2] = cells[cell + valueCell]!;
  bindings[bound + 3] = cells[cell + receivedCell]!;
  bindings[bound + 4] = deviceSeconds < 0 ? null : microsOf(deviceSeconds, cells[cell + deviceMicrosCell]!);
  bindings[bound + 5] = metadata === "" ? null : metadata;
}

/** Bun takes all bindings as one array too, which its types do not say; spreading them costs a tenth of the row. */
interface ManyRows {
  run(bindings: SQLQueryBindings[]): void;
}

/** Microseconds as a double hold until the year 2255; a device may believe itself later than that. */
export function microsOf(seconds: number, micros: number): number | bigint {
  const us = seconds * 1e6 + micros;
  return us <= Number.MAX_SAFE_INTEGER ? us : BigInt(seconds) * 1_000_000n + BigInt(micros);
}

function insertSql(rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rowList = new Array(rows).fill(row).join(", ");
  return `INSERT INTO readings (${columns.join(", ")}) VALUES ${rowList} ON CONFLICT DO NOTHING`;
}
