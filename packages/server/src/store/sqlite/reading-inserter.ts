import type { Database, Statement } from "bun:sqlite";
import { BlockInserter } from "./block-inserter.ts";
import { BlockLookup } from "./block-lookup.ts";
import {
  atCell,
  cellsPerReading,
  GatheredReadings,
  gatheredMax,
  sensorCell,
  valueCell,
} from "./gathered-readings.ts";
import { GatheredSeries, sortByTime } from "./gathered-series.ts";
import { NewestBlockEnds } from "./newest-block-ends.ts";
import { countUpTo } from "./reading-series.ts";
import { RowInserter } from "./row-inserter.ts";
import { StoredBlocks } from "./stored-blocks.ts";

/**
 * Fewer readings of a sensor are written as rows. Of 500 sensors with 8 readings each a block takes 0.9 us of CPU a
 * reading and rows 3.4, so it is not writing that sets the limit: a listing reads block by block.
 */
const blockReadingsMin = 16;

/**
 * Writes readings as rows or as blocks, so that there is one of each (sensor, time, value) in both together.
 *
 * A block is written where nothing of the sensor is stored between its first and its last time, so nothing in it can
 * be there already. A row is written where no block of the sensor holds that reading. Everything gathered is written
 * sensor by sensor by `flush`, at the latest when there is no more room.
 */
export class ReadingInserter {
  readonly #gathered = new GatheredReadings();
  readonly #series = new GatheredSeries();
  readonly #rows: RowInserter;
  readonly #blocks: BlockInserter;
  readonly #blockEnds: NewestBlockEnds;
  readonly #stored: StoredBlocks;
  readonly #newestRow: Statement<{ atUs: number }, [number]>;
  readonly #rowWithin: Statement<unknown, [number, number, number]>;

  constructor(db: Database) {
    this.#rows = new RowInserter(db);
    this.#blocks = new BlockInserter(db);
    this.#blockEnds = new NewestBlockEnds(db);
    this.#stored = new StoredBlocks(db);
    this.#newestRow = db.prepare(
      "SELECT at_us AS atUs FROM readings WHERE sensor_id = ? ORDER BY at_us DESC LIMIT 1",
    );
    this.#rowWithin = db.prepare(
      "SELECT 1 FROM readings WHERE sensor_id = ? AND at_us >= ? AND at_us <= ? LIMIT 1",
    );
  }

  add(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void {
    const gathered = this.#gathered;
    if (gathered.count === gatheredMax) this.flush();
    gathered.add(sensorId, atUs, value, receivedUs, deviceSeconds, deviceMicros, metadata);
  }

  flush(): void {
    const gathered = this.#gathered;
    const { cells, count } = gathered;
    const order = gathered.bySensor();
    for (let from = 0; from < count; ) {
      const sensorId = cells[order[from]! * cellsPerReading + sensorCell]!;
      let to = from + 1;
      while (to < count && cells[order[to]! * cellsPerReading + sensorCell] === sensorId) to++;
      this.#insertSensor(sensorId, order, from, to);
      from = to;
    }
    this.#rows.flush();
    gathered.clear();
  }

  /** Forgets what is gathered, and what the transaction that is given up has seen. */
  clear(): void {
    this.#gathered.clear();
    this.#rows.clear();
    this.#blockEnds.forget();
  }

  #insertSensor(sensorId: number, order: Uint32Array, from: number, to: number): void {
    if (to - from >= blockReadingsMin) {
      const series = this.#series;
      series.take(this.#gathered, order, from, to);
      if (series.count >= blockReadingsMin) {
        this.#insertSeries(sensorId);
        this.#insertRows(sensorId, series.others, 0, series.otherCount);
        return;
      }
    }
    this.#insertRows(sensorId, order, from, to);
  }

  /** What is newer than everything stored of the sensor, and what is not: late readings must not spoil the others. */
  #insertSeries(sensorId: number): void {
    const series = this.#series;
    const newestRowUs = this.#newestRow.get(sensorId)?.atUs ?? Number.NEGATIVE_INFINITY;
    const newestUs = Math.max(newestRowUs, this.#blockEnds.of(sensorId));
    const late = countUpTo(series, newestUs, Number.POSITIVE_INFINITY);
    if (late >= blockReadingsMin && this.#isFree(sensorId, series.atUs[0]!, series.atUs[late - 1]!)) {
      this.#insertBlocks(sensorId, 0, late);
    } else {
      this.#insertRows(sensorId, series.numbers, 0, late);
    }
    if (series.count - late >= blockReadingsMin) this.#insertBlocks(sensorId, late, series.count);
    else this.#insertRows(sensorId, series.numbers, late, series.count);
  }

  /** Whether nothing of the sensor is stored from the first to the last of these times. */
  #isFree(sensorId: number, firstUs: number, lastUs: number): boolean {
    const block = this.#stored.firstEndingFrom(sensorId, firstUs);
    if (block !== null && block.firstUs <= lastUs) return false;
    return this.#rowWithin.get(sensorId, firstUs, lastUs) === null;
  }

  #insertBlocks(sensorId: number, from: number, to: number): void {
    const series = this.#series;
    this.#blocks.insert(sensorId, series, from, to);
    this.#blockEnds.raise(sensorId, series.atUs[to - 1]!);
  }

  #insertRows(sensorId: number, order: Uint32Array, from: number, to: number): void {
    const gathered = this.#gathered;
    const rows = this.#rows;
    const { cells } = gathered;
    if (from === to) return;
    const blocksEndUs = this.#blockEnds.of(sensorId);
    let next = from;
    while (next < to && cells[order[next]! * cellsPerReading + atCell]! > blocksEndUs) {
      rows.insert(gathered, order[next++]!);
    }
    if (next < to) this.#insertLateRows(sensorId, order, next, to);
  }

  #insertLateRows(sensorId: number, order: Uint32Array, from: number, to: number): void {
    const gathered = this.#gathered;
    const { cells } = gathered;
    sortByTime(cells, order, from, to);
    const blocks = new BlockLookup(this.#stored, sensorId);
    for (let nth = from; nth < to; nth++) {
      const cell = order[nth]! * cellsPerReading;
      if (blocks.holds(cells[cell + atCell]!, cells[cell + valueCell]!)) continue;
      this.#rows.insert(gathered, order[nth]!);
    }
  }
}
