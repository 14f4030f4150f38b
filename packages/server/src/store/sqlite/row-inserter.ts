import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

const columns = ["sensor_id", "at_us", "value", "received_us", "device_us", "metadata"];

/** Rows in one statement, because the call costs more than the row: 0.85 us a row at 32, 1.1 at 10, 1.8 at one. */
const rowsPerStatement = 32;
/** Rows gathered before they are written. A power of two: the sort key holds the row's number in its low bits. */
const gatheredRows = 32_768;

/**
 * Inserts readings. Rows lie by sensor in the file, but arrive as devices send them, so they are gathered and written
 * sensor by sensor: each page is then visited once for many rows. `flush` writes what is gathered.
 */
export class RowInserter {
  readonly #many: ManyRows;
  readonly #one: Statement;
  readonly #bindings: SQLQueryBindings[] = new Array(rowsPerStatement * columns.length).fill(null);
  readonly #oneRow: SQLQueryBindings[] = new Array(columns.length).fill(null);

  readonly #sensorIds = new Uint32Array(gatheredRows);
  readonly #atUs = new Float64Array(gatheredRows);
  readonly #values = new Float64Array(gatheredRows);
  readonly #receivedUs = new Float64Array(gatheredRows);
  readonly #deviceUs: (number | bigint | null)[] = new Array(gatheredRows).fill(null);
  readonly #metadata: (string | null)[] = new Array(gatheredRows).fill(null);
  readonly #sortKeys = new Float64Array(gatheredRows);
  #rows = 0;
  #areInOrder = true;

  constructor(db: Database) {
    this.#many = db.prepare(insertSql(rowsPerStatement)) as unknown as ManyRows;
    this.#one = db.prepare(insertSql(1));
  }

  add(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceUs: number | bigint | null,
    metadata: string | null,
  ): void {
    if (this.#rows === gatheredRows) this.flush();
    const row = this.#rows++;
    if (row > 0 && sensorId < this.#sensorIds[row - 1]!) this.#areInOrder = false;
    this.#sensorIds[row] = sensorId;
    this.#atUs[row] = atUs;
    this.#values[row] = value;
    this.#receivedUs[row] = receivedUs;
    this.#deviceUs[row] = deviceUs;
    this.#metadata[row] = metadata;
  }

  flush(): void {
    const keys = this.#areInOrder ? null : this.#sortedKeys();
    let bound = 0;
    const whole = this.#rows - (this.#rows % rowsPerStatement);
    for (let nth = 0; nth < whole; nth++) {
      this.#bind(this.#bindings, bound, keys === null ? nth : rowOf(keys[nth]!));
      bound += columns.length;
      if (bound < this.#bindings.length) continue;
      this.#many.run(this.#bindings);
      bound = 0;
    }
    for (let nth = whole; nth < this.#rows; nth++) {
      this.#bind(this.#oneRow, 0, keys === null ? nth : rowOf(keys[nth]!));
      this.#one.run(...this.#oneRow);
    }
    this.clear();
  }

  clear(): void {
    this.#rows = 0;
    this.#areInOrder = true;
  }

  /** By sensor, and within a sensor as they came. */
  #sortedKeys(): Float64Array {
    const keys = this.#sortKeys.subarray(0, this.#rows);
    for (let row = 0; row < keys.length; row++) keys[row] = this.#sensorIds[row]! * gatheredRows + row;
    return keys.sort();
  }

  #bind(bindings: SQLQueryBindings[], start: number, row: number): void {
    bindings[start] = this.#sensorIds[row]!;
    bindings[start + 1] = this.#atUs[row]!;
    bindings[start + 2] = this.#values[row]!;
    bindings[start + 3] = this.#receivedUs[row]!;
    bindings[start + 4] = this.#deviceUs[row]!;
    bindings[start + 5] = this.#metadata[row]!;
  }
}

/** Bun takes all bindings as one array too, which its types do not say; spreading them costs a tenth of the row. */
interface ManyRows {
  run(bindings: SQLQueryBindings[]): void;
}

function rowOf(key: number): number {
  return key % gatheredRows;
}

function insertSql(rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rowList = new Array(rows).fill(row).join(", ");
  return `INSERT INTO readings (${columns.join(", ")}) VALUES ${rowList} ON CONFLICT DO NOTHING`;
}
