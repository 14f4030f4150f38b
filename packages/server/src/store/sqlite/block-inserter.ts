import type { Database, Statement } from "bun:sqlite";
import { encodeBlock, encodeDenseBlock } from "./block-codec.ts";
import type { ReadingSeries } from "./reading-series.ts";

/**
 * Fewer readings of a sensor are written as rows. Of 500 sensors with 8 readings each a block takes 0.9 us of CPU a
 * reading and rows 3.4, so it is not writing that sets the limit: a listing reads block by block.
 */
export const blockReadingsMin = 16;
/** A block is decoded whole for one reading of it; from 512 readings on, larger ones are not cheaper to write. */
export const blockReadingsMax = 1024;
/**
 * Readings of a dense block. A page of the file takes 4 kB, and what is left of it behind a block is lost: with 1024 readings
 * to a block a reading took 4.4 bytes instead of 2.8.
 */
export const denseReadingsMax = 4096;

/** Writes series as blocks, in the form of the encoder. */
export class BlockInserter {
  readonly #insert: Statement;
  readonly #encode: typeof encodeBlock;
  readonly #readingsMax: number;

  /** For what is read from blocks and written again: only a dense block can hold readings with and without a device's time. */
  static dense(db: Database): BlockInserter {
    return new BlockInserter(db, encodeDenseBlock, denseReadingsMax);
  }

  constructor(db: Database, encode = encodeBlock, readingsMax = blockReadingsMax) {
    this.#encode = encode;
    this.#readingsMax = readingsMax;
    this.#insert = db.prepare(
      "INSERT INTO blocks (sensor_id, first_us, last_us, readings, data) VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** The readings of the series from number `from` to before `to`. No block of the sensor may reach into their time. */
  insert(sensorId: number, series: ReadingSeries, from: number, to: number): void {
    const { atUs } = series;
    // Even parts: a block of a few readings costs as much to find as a large one.
    const blockReadings = Math.ceil((to - from) / Math.ceil((to - from) / this.#readingsMax));
    for (let start = from; start < to; ) {
      const end = endOfBlock(atUs, Math.min(start + blockReadings, to), to);
      const data = this.#encode(series, start, end);
      this.#insert.run(sensorId, atUs[start]!, atUs[end - 1]!, end - start, data);
      start = end;
    }
  }
}

/** Two blocks never share a moment, so readings of one time stay together however many there are. */
function endOfBlock(atUs: Float64Array, wantedEnd: number, to: number): number {
  let end = wantedEnd;
  while (end < to && atUs[end] === atUs[end - 1]) end++;
  return end;
}
