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

/** Inserts gathered readings, one row each. `flush` writes those that wait for their statement to be full. */
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
    const { cells } = gathered;
    const cell = number * cellsPerReading;
    const bindings = this.#bindings;
    const bound = this.#bound;
    const deviceSeconds = cells[cell + deviceSecondsCell]!;
    const metadata = gathered.metadata[number]!;
    bindings[bound] = cells[cell + sensorCell]!;
    bindings[bound + 1] = cells[cell + atCell]!;
    bindings[bound + 2] = cells[cell + valueCell]!;
    bindings[bound + 3] = cells[cell + receivedCell]!;
    bindings[bound + 4] = deviceSeconds < 0 ? null : microsOf(deviceSeconds, cells[cell + deviceMicrosCell]!);
    bindings[bound + 5] = metadata === "" ? null : metadata;
    this.#bound = bound + columns.length;
    if (this.#bound < bindings.length) return;
    this.#many.run(bindings);
    this.#bound = 0;
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

/** Bun takes all bindings as one array too, which its types do not say; spreading them costs a tenth of the row. */
interface ManyRows {
  run(bindings: SQLQueryBindings[]): void;
}

/** Microseconds as a double hold until the year 2255; a device may believe itself later than that. */
function microsOf(seconds: number, micros: number): number | bigint {
  const us = seconds * 1e6 + micros;
  return us <= Number.MAX_SAFE_INTEGER ? us : BigInt(seconds) * 1_000_000n + BigInt(micros);
}

function insertSql(rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rowList = new Array(rows).fill(row).join(", ");
  return `INSERT INTO readings (${columns.join(", ")}) VALUES ${rowList} ON CONFLICT DO NOTHING`;
}
