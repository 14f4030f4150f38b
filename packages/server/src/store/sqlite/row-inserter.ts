import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

const columns = ["sensor_id", "at_us", "value", "received_us", "device_us", "metadata"];

/** Rows in one statement. Measured: 0.63 us a row at ten, 1.16 at one, 0.95 at fifty. */
const rowsPerStatement = 10;

/** Inserts readings, several to a statement, because the call costs more than the row. `flush` writes the rest. */
export class RowInserter {
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #values: SQLQueryBindings[] = new Array(rowsPerStatement * columns.length).fill(null);
  #rows = 0;

  constructor(db: Database) {
    this.#many = db.prepare(insertSql(rowsPerStatement));
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
    const values = this.#values;
    let next = this.#rows * columns.length;
    values[next++] = sensorId;
    values[next++] = atUs;
    values[next++] = value;
    values[next++] = receivedUs;
    values[next++] = deviceUs;
    values[next] = metadata;
    this.#rows++;
    if (this.#rows < rowsPerStatement) return;
    this.#many.run(...values);
    this.#rows = 0;
  }

  flush(): void {
    for (let row = 0; row < this.#rows; row++) {
      this.#one.run(...this.#values.slice(row * columns.length, (row + 1) * columns.length));
    }
    this.#rows = 0;
  }

  clear(): void {
    this.#rows = 0;
  }
}

function insertSql(rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rowList = new Array(rows).fill(row).join(", ");
  return `INSERT INTO readings (${columns.join(", ")}) VALUES ${rowList} ON CONFLICT DO NOTHING`;
}
