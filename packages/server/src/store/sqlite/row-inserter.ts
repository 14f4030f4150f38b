import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import {
  atCell,
  cellsPerReading,
  deviceMicrosCell,
  deviceSecondsCell,
  receivedCell,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";
import type { GatheredReadings } from "./gathered-readings.ts";
import { RowPortions } from "./row-portions.ts";

const columns = ["sensor_id", "at_us", "value", "received_us", "device_us", "metadata"];
const row = `(${columns.map(() => "?").join(", ")})`;

/**
 * Inserts gathered readings, one row each. `insert` is for rows that are not there, and lets them wait for their
 * statement to be full or for `flush`. `insertOne` is for the others, and not to be mixed with rows that wait.
 */
export class RowInserter {
  readonly #many: RowPortions;
  readonly #one: Statement;
  readonly #oneRow: SQLQueryBindings[] = new Array(columns.length).fill(null);

  constructor(db: Database) {
    this.#many = new RowPortions(db, row, insertSql);
    this.#one = db.prepare(insertSql(row));
  }

  insert(gathered: GatheredReadings, number: number): void {
    bind(this.#many.bindings, this.#many.at, gathered, number);
    this.#many.filled();
  }

  /** Returns whether there was no such row yet. */
  insertOne(gathered: GatheredReadings, number: number): boolean {
    bind(this.#oneRow, 0, gathered, number);
    return this.#one.run(...this.#oneRow).changes > 0;
  }

  flush(): void {
    this.#many.flush();
  }

  clear(): void {
    this.#many.clear();
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

/** Microseconds as a double hold until the year 2255; a device may believe itself later than that. */
export function microsOf(seconds: number, micros: number): number | bigint {
  const us = seconds * 1e6 + micros;
  return us <= Number.MAX_SAFE_INTEGER ? us : BigInt(seconds) * 1_000_000n + BigInt(micros);
}

function insertSql(rows: string): string {
  return `INSERT INTO readings (${columns.join(", ")}) VALUES ${rows} ON CONFLICT DO NOTHING`;
}
