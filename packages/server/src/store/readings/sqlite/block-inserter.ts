import type { Database, Statement } from "bun:sqlite";
import { encodeBlock, encodeCompressedBlock } from "../blocks/block-codec.ts";
import { blockReadingsMax, denseReadingsMax } from "../blocks/block-sizes.ts";
import { daySumsOf } from "../blocks/day-sums.ts";
import { endOfBlock } from "../blocks/end-of-block.ts";
import type { ReadingSeries } from "../blocks/reading-series.ts";
import { insertDaySums } from "./block-days.ts";

/** Writes series as blocks of the encoder's form. */
export class BlockInserter {
  readonly #insert: Statement;
  readonly #insertDays: Statement;
  readonly #encode: typeof encodeBlock;
  readonly #readingsMax: number;

  /**
   * For readings that are read from blocks and written again: only a dense block can hold readings with and without a
   * device's time.
   */
  static dense(db: Database, readingsMax = denseReadingsMax): BlockInserter {
    return new BlockInserter(db, encodeCompressedBlock, readingsMax);
  }

  constructor(db: Database, encode = encodeBlock, readingsMax = blockReadingsMax) {
    this.#encode = encode;
    this.#readingsMax = readingsMax;
    this.#insert = db.prepare(
      "INSERT INTO blocks (sensor_id, first_us, last_us, readings, data) VALUES (?, ?, ?, ?, ?)",
    );
    this.#insertDays = db.prepare(insertDaySums);
  }

  /**
   * Writes the readings of the series from index `from` (inclusive) to `to` (exclusive). No block of the sensor may
   * overlap their time.
   */
  insert(sensorId: number, series: ReadingSeries, from: number, to: number): void {
    const { atUs } = series;
    // Even parts, because finding a block of a few readings costs as much as finding a large one.
    const blockReadings = Math.ceil((to - from) / Math.ceil((to - from) / this.#readingsMax));
    for (let start = from; start < to; ) {
      const end = endOfBlock(atUs, Math.min(start + blockReadings, to), to);
      const data = this.#encode(series, start, end);
      this.#insert.run(sensorId, atUs[start]!, atUs[end - 1]!, end - start, data);
      const daySums = daySumsOf(data);
      if (daySums.length > 0) this.#insertDays.run(sensorId, atUs[end - 1]!, daySums);
      start = end;
    }
  }
}
