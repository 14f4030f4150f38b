import type { Database, Statement } from "bun:sqlite";
import { encodeBlock } from "./block-codec.ts";
import type { ReadingSeries } from "./reading-series.ts";

/** A block is decoded whole for one reading of it; from 512 readings on, larger ones are not cheaper to write. */
const blockReadingsMax = 1024;

/** Writes series as blocks. */
export class BlockInserter {
  readonly #insert: Statement;

  constructor(db: Database) {
    this.#insert = db.prepare(
      "INSERT INTO blocks (sensor_id, first_us, last_us, readings, data) VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** The readings of the series from number `from` to before `to`. No block of the sensor may reach into their time. */
  insert(sensorId: number, series: ReadingSeries, from: number, to: number): void {
    const { atUs } = series;
    for (let start = from; start < to; ) {
      const end = endOfBlock(atUs, start, to);
      const data = encodeBlock(series, start, end);
      this.#insert.run(sensorId, atUs[start]!, atUs[end - 1]!, end - start, data);
      start = end;
    }
  }
}

/** Two blocks never share a moment, so readings of one time stay together however many there are. */
function endOfBlock(atUs: Float64Array, start: number, to: number): number {
  let end = Math.min(start + blockReadingsMax, to);
  while (end < to && atUs[end] === atUs[end - 1]) end++;
  return end;
}
