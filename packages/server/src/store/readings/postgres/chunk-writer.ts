import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { blockReadingsMin } from "../blocks/block-sizes.ts";
import { GatheredReadings } from "../blocks/gathered-readings.ts";
import { GatheredSeries, sortByTime } from "../blocks/gathered-series.ts";
import { countUpTo } from "../blocks/reading-series.ts";
import { atCell, cellsPerReading, type SavedChunk, sensorCell, valueCell } from "../saved-readings.ts";
import { int4Array, int8Array } from "./array-parameters.ts";
import { findInBlocks, type SearchedSensor } from "./block-search.ts";
import type { NewestTimes } from "./newest-times.ts";
import { packBlocks, type SensorBlock } from "./pack-blocks.ts";
import { insertMissingRows, insertNewRows } from "./row-inserter.ts";
import { insertBlocks } from "./stored-blocks.ts";

interface WrittenChunk {
  readonly chunk: SavedChunk;
  readonly newest: NewestTimes;
  readonly partition: number;
}

/** Writes the readings of a chunk. See ReadingWriter for the rules. */
export class ChunkWriter {
  readonly #gathered = new GatheredReadings();
  readonly #series = new GatheredSeries();
  #newest!: NewestTimes;
  #blocks: SensorBlock[] = [];
  #newRows: number[] = [];
  /** Late readings of each sensor, which may be stored already, in order of time and without repeats. */
  #late: number[][] = [];
  /** Late readings that become blocks if nothing is in their way. */
  #lateSeries: number[][] = [];
  #alreadyStored: number[] = [];

  /** Resolves to the places of readings that were stored already. */
  async write(
    tx: PostgresTransaction,
    { chunk, newest, partition }: WrittenChunk,
  ): Promise<readonly number[]> {
    this.#begin(newest);
    const order = this.#gathered.take(chunk);
    await newest.load(tx, this.#firstTimes(chunk.count));
    for (let from = 0; from < chunk.count; ) {
      const to = this.#endOfSensor(order, from, chunk.count);
      this.#sortOut(order, from, to);
      from = to;
    }
    await this.#decideLateSeries(tx);
    insertBlocks(tx, this.#blocks);
    insertNewRows(tx, this.#gathered, this.#newRows, partition);
    await this.#insertLate(tx, partition);
    return this.#alreadyStored;
  }

  #begin(newest: NewestTimes): void {
    this.#newest = newest;
    this.#blocks = [];
    this.#newRows = [];
    this.#late = [];
    this.#lateSeries = [];
    this.#alreadyStored = [];
  }

  /** Returns the earliest time of each sensor. */
  #firstTimes(count: number): Map<number, number> {
    const { cells } = this.#gathered;
    const times = new Map<number, number>();
    for (let cell = 0; cell < count * cellsPerReading; cell += cellsPerReading) {
      const sensorId = cells[cell + sensorCell]!;
      const atUs = cells[cell + atCell]!;
      const known = times.get(sensorId);
      if (known === undefined || atUs < known) times.set(sensorId, atUs);
    }
    return times;
  }

  #endOfSensor(order: Uint32Array, from: number, end: number): number {
    const sensorId = this.#sensorOf(order[from]!);
    let to = from + 1;
    while (to < end && this.#sensorOf(order[to]!) === sensorId) to++;
    return to;
  }

  /** Decides how the readings of a sensor are written. */
  #sortOut(order: Uint32Array, from: number, to: number): void {
    const series = this.#series;
    const sensorId = this.#sensorOf(order[from]!);
    if (to - from >= blockReadingsMin) {
      series.take(this.#gathered, order, from, to);
      if (series.count >= blockReadingsMin) {
        for (let nth = 0; nth < series.repeatCount; nth++) this.#wasThere(series.repeats[nth]!);
        this.#sortOutSeries(sensorId);
        this.#sortOutRows(sensorId, series.others, 0, series.otherCount);
        return;
      }
    }
    this.#sortOutRows(sensorId, order, from, to);
  }

  /**
   * Separates readings newer than everything stored of the sensor from late ones, so that late readings do not slow
   * down the others.
   */
  #sortOutSeries(sensorId: number): void {
    const series = this.#series;
    const { numbers, count } = series;
    const late = countUpTo(series, this.#newest.of(sensorId), Number.POSITIVE_INFINITY);
    if (late >= blockReadingsMin) this.#lateSeries.push([...numbers.subarray(0, late)]);
    else this.#sortOutRows(sensorId, numbers, 0, late);
    if (count - late >= blockReadingsMin) {
      this.#blocks.push(...packBlocks(sensorId, series, late, count));
      this.#newest.raise(sensorId, series.atUs[count - 1]!);
    } else this.#sortOutRows(sensorId, numbers, late, count);
  }

  #sortOutRows(sensorId: number, order: Uint32Array, from: number, to: number): void {
    if (from === to) return;
    const { cells } = this.#gathered;
    sortByTime(cells, order, from, to);
    const newestUs = this.#newest.of(sensorId);
    const late: number[] = [];
    let before = Number.NaN;
    let beforeUs = Number.NaN;
    for (let nth = from; nth < to; nth++) {
      const number = order[nth]!;
      const atUs = cells[number * cellsPerReading + atCell]!;
      const value = cells[number * cellsPerReading + valueCell]!;
      if (atUs === beforeUs && value === before) this.#wasThere(number);
      else if (atUs > newestUs) this.#newRows.push(number);
      else late.push(number);
      beforeUs = atUs;
      before = value;
    }
    if (late.length > 0) this.#late.push(late);
    this.#newest.raise(sensorId, beforeUs);
  }

  /**
   * Turns late series into blocks if nothing of their sensor is stored in their time, and into single late readings
   * otherwise.
   */
  async #decideLateSeries(tx: PostgresTransaction): Promise<void> {
    const all = this.#lateSeries;
    if (all.length === 0) return;
    const { rows } = await tx.query<[nth: number]>({
      name: "free times",
      rowMode: "array",
      text: `SELECT nth FROM unnest($1::int4[], $2::int8[], $3::int8[]) WITH ORDINALITY AS late (sensor_id, first_us, last_us, nth)
        WHERE NOT EXISTS (
          SELECT FROM weir_store.readings
          WHERE sensor_id = late.sensor_id AND at_us >= late.first_us AND at_us <= late.last_us
        ) AND coalesce((
          SELECT first_us FROM weir_store.blocks
          WHERE sensor_id = late.sensor_id AND last_us >= late.first_us ORDER BY last_us LIMIT 1
        ) > late.last_us, true)`,
      values: [
        int4Array(all.map((numbers) => this.#sensorOf(numbers[0]!))),
        int8Array(all.map((numbers) => this.#atUs(numbers[0]!))),
        int8Array(all.map((numbers) => this.#atUs(numbers.at(-1)!))),
      ],
    });
    const free = new Set(rows.map(([nth]) => nth - 1));
    all.forEach((numbers, nth) => {
      if (free.has(nth)) this.#packLate(numbers);
      else this.#late.push(numbers);
    });
  }

  #packLate(numbers: readonly number[]): void {
    const series = this.#series;
    series.take(this.#gathered, Uint32Array.from(numbers), 0, numbers.length);
    this.#blocks.push(...packBlocks(this.#sensorOf(numbers[0]!), series, 0, series.count));
  }

  async #insertLate(tx: PostgresTransaction, partition: number): Promise<void> {
    if (this.#late.length === 0) return;
    const found = new Set<number>();
    const sensors = this.#late.map((numbers) => this.#searched(numbers));
    await findInBlocks(tx, sensors, (sensor, nth) => found.add(sensor.numbers[nth]!));
    const left = this.#late.flatMap((numbers) => numbers.filter((number) => !found.has(number)));
    const inRows = await insertMissingRows(tx, this.#gathered, left, partition);
    for (const number of found) this.#wasThere(number);
    for (const number of inRows) this.#wasThere(number);
  }

  #searched(numbers: readonly number[]): SearchedSensor & { readonly numbers: readonly number[] } {
    return {
      numbers,
      sensorId: this.#sensorOf(numbers[0]!),
      count: numbers.length,
      atUs: (nth) => this.#atUs(numbers[nth]!),
      value: (nth) => this.#gathered.cells[numbers[nth]! * cellsPerReading + valueCell]!,
    };
  }

  #sensorOf(number: number): number {
    return this.#gathered.cells[number * cellsPerReading + sensorCell]!;
  }

  #atUs(number: number): number {
    return this.#gathered.cells[number * cellsPerReading + atCell]!;
  }

  #wasThere(number: number): void {
    this.#alreadyStored.push(this.#gathered.places[number]!);
  }
}
