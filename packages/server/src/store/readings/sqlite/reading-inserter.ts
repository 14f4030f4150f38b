import type { Database } from "bun:sqlite";
import type { Stretch } from "../../../queue/stretch.ts";
import { blockReadingsMin } from "../blocks/block-sizes.ts";
import { GatheredReadings, gatheredMax, isExactTime } from "../blocks/gathered-readings.ts";
import { GatheredSeries, sortByTime } from "../blocks/gathered-series.ts";
import { hasSaveBefore } from "../blocks/has-save-before.ts";
import { countUpTo, type ReadingSeries } from "../blocks/reading-series.ts";
import { StretchSeries } from "../blocks/stretch-series.ts";
import {
  atCell,
  cellsPerReading,
  type SavedChunk,
  SavedReadings,
  type SavedStretch,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";
import { BlockInserter } from "./block-inserter.ts";
import { BlockLookup } from "./block-lookup.ts";
import type { NewestStored } from "./newest-stored.ts";
import { RowInserter } from "./row-inserter.ts";
import { StoredBlocks } from "./stored-blocks.ts";
import { StoredRows } from "./stored-rows.ts";

/** Readings of one time are compared with at most this many before them. Past it they are looked up like late ones. */
const sameTimeMax = 64;

/**
 * Writes readings as rows or as blocks, so that each (sensor, time, value) is stored once in both together. It tells
 * which readings were stored already.
 *
 * A reading that is newer than everything stored of its sensor cannot be stored already, so it needs no look-up. A
 * block is written if nothing of the sensor is stored between its first and its last time, so none of its readings can
 * be stored already either. Everything else is late: it is looked up in the blocks and then inserted one by one, which
 * tells whether its row was new. Readings are written sensor by sensor, one chunk of the batch at a time.
 */
export class ReadingInserter {
  readonly #gathered = new GatheredReadings();
  readonly #series = new GatheredSeries();
  readonly #stretch = new StretchSeries();
  /** For batches with stretches that cannot be written at once. */
  readonly #apart = new SavedReadings();
  readonly #rows: RowInserter;
  readonly #blocks: BlockInserter;
  readonly #newest: NewestStored;
  readonly #stored: StoredBlocks;
  readonly #storedRows: StoredRows;
  /** Indexes of late readings, grouped by sensor. They wait until the others are written. */
  readonly #late = new Uint32Array(gatheredMax);
  #lateCount = 0;
  #alreadyStored: number[] = [];

  constructor(db: Database, newest: NewestStored) {
    this.#rows = new RowInserter(db);
    this.#blocks = new BlockInserter(db);
    this.#newest = newest;
    this.#stored = new StoredBlocks(db);
    this.#storedRows = new StoredRows(db);
  }

  /** Writes the readings that a batch saves. Returns the places, among the batch's saves, of those that were stored already. */
  insert(saves: SavedReadings): readonly number[] {
    this.#alreadyStored = [];
    const left = this.#insertStretches(saves);
    if (left.length > 0) this.#apart.takeApart(saves, left);
    for (const chunk of (left.length > 0 ? this.#apart : saves).chunks()) this.#insertChunk(chunk);
    return this.#alreadyStored;
  }

  /**
   * Writes stretches as blocks, without copying them, and returns the stretches for which this is impossible. Stretches
   * are written before everything else, so a stretch must wait if an earlier save of its sensor is not written yet.
   */
  #insertStretches(saves: SavedReadings): SavedStretch[] {
    const leftSensors = new Set<number>();
    return saves.stretches.filter((saved) => {
      const { sensorId, stretch, receivedUs, after } = saved;
      const fits = isExactTime(receivedUs) && !leftSensors.has(sensorId);
      if (!fits || hasSaveBefore(saves, after, sensorId) || !this.#isUnsaved(sensorId, stretch)) {
        leftSensors.add(sensorId);
        return true;
      }
      this.#stretch.take(stretch, receivedUs);
      this.#insertBlocks(sensorId, this.#stretch, 0, stretch.readings);
      return false;
    });
  }

  /** Forgets what a rolled-back transaction has seen. */
  forget(): void {
    this.#rows.clear();
    this.#lateCount = 0;
    this.#newest.forget();
  }

  #insertChunk(chunk: SavedChunk): void {
    const { cells, count } = chunk;
    const order = this.#gathered.take(chunk);
    for (let from = 0; from < count; ) {
      const to = this.#endOfSensor(order, from, count);
      this.#insertSensor(cells[order[from]! * cellsPerReading + sensorCell]!, order, from, to);
      from = to;
    }
    this.#rows.flush(this.#gathered);
    for (let from = 0; from < this.#lateCount; ) {
      const to = this.#endOfSensor(this.#late, from, this.#lateCount);
      this.#insertLate(cells[this.#late[from]! * cellsPerReading + sensorCell]!, from, to);
      from = to;
    }
    this.#lateCount = 0;
  }

  #endOfSensor(order: Uint32Array, from: number, end: number): number {
    const { cells } = this.#gathered;
    const sensorId = cells[order[from]! * cellsPerReading + sensorCell]!;
    let to = from + 1;
    while (to < end && cells[order[to]! * cellsPerReading + sensorCell] === sensorId) to++;
    return to;
  }

  #insertSensor(sensorId: number, order: Uint32Array, from: number, to: number): void {
    if (to - from >= blockReadingsMin) {
      const series = this.#series;
      series.take(this.#gathered, order, from, to);
      if (series.count >= blockReadingsMin) {
        for (let nth = 0; nth < series.repeatCount; nth++) this.#wasThere(series.repeats[nth]!);
        this.#insertSeries(sensorId);
        this.#insertRows(sensorId, series.others, 0, series.otherCount);
        return;
      }
    }
    this.#insertRows(sensorId, order, from, to);
  }

  /**
   * Writes readings newer than everything stored of the sensor apart from late ones, so that late readings do not slow
   * down the others.
   */
  #insertSeries(sensorId: number): void {
    const series = this.#series;
    const newestUs = this.#newest.of(sensorId);
    const late = countUpTo(series, newestUs, Number.POSITIVE_INFINITY);
    if (late >= blockReadingsMin && this.#isFree(sensorId, series.atUs[0]!, series.atUs[late - 1]!)) {
      this.#insertBlocks(sensorId, series, 0, late);
    } else {
      this.#insertRows(sensorId, series.numbers, 0, late);
    }
    if (series.count - late >= blockReadingsMin) this.#insertBlocks(sensorId, series, late, series.count);
    else this.#insertRows(sensorId, series.numbers, late, series.count);
  }

  /** Returns whether nothing of the sensor is stored from the first to the last reading of the stretch. */
  #isUnsaved(sensorId: number, { doubles, start, readings }: Stretch): boolean {
    const firstUs = doubles[start + 1]!;
    return (
      firstUs > this.#newest.of(sensorId) ||
      this.#isFree(sensorId, firstUs, doubles[start + readings * 2 - 1]!)
    );
  }

  /** Returns whether nothing of the sensor is stored from the first to the last of these times. */
  #isFree(sensorId: number, firstUs: number, lastUs: number): boolean {
    const block = this.#stored.firstEndingFrom(sensorId, firstUs);
    if (block !== null && block.firstUs <= lastUs) return false;
    return !this.#storedRows.hasWithin(sensorId, firstUs, lastUs);
  }

  #insertBlocks(sensorId: number, series: ReadingSeries, from: number, to: number): void {
    this.#blocks.insert(sensorId, series, from, to);
    this.#newest.raiseBlocksEnd(sensorId, series.atUs[to - 1]!);
  }

  #insertRows(sensorId: number, order: Uint32Array, from: number, to: number): void {
    if (from === to) return;
    const gathered = this.#gathered;
    const { cells } = gathered;
    let newestUs = this.#newest.of(sensorId);
    /** The first index in `order` of the newest time; -1 if that time was stored before. */
    let newestAt = -1;
    for (let nth = from; nth < to; nth++) {
      const number = order[nth]!;
      const atUs = cells[number * cellsPerReading + atCell]!;
      if (atUs > newestUs) {
        newestUs = atUs;
        newestAt = nth;
      } else if (atUs < newestUs || newestAt < 0 || nth - newestAt > sameTimeMax) {
        this.#late[this.#lateCount++] = number;
        continue;
      } else if (isAmong(cells, order, newestAt, nth)) {
        this.#wasThere(number);
        continue;
      }
      this.#rows.insert(number);
    }
    if (newestAt >= 0) this.#newest.raise(sensorId, newestUs);
  }

  #insertLate(sensorId: number, from: number, to: number): void {
    const gathered = this.#gathered;
    const { cells } = gathered;
    const late = this.#late;
    const blocksEndUs = this.#newest.blocksEndOf(sensorId);
    sortByTime(cells, late, from, to);
    const blocks = new BlockLookup(this.#stored, sensorId);
    for (let nth = from; nth < to; nth++) {
      const number = late[nth]!;
      const cell = number * cellsPerReading;
      const atUs = cells[cell + atCell]!;
      const isInBlock = atUs <= blocksEndUs && blocks.holds(atUs, cells[cell + valueCell]!);
      if (isInBlock || !this.#rows.insertOne(gathered, number)) this.#wasThere(number);
    }
  }

  #wasThere(number: number): void {
    this.#alreadyStored.push(this.#gathered.places[number]!);
  }
}

/** Returns whether the reading at `nth` has the same time and value as one from `from` on before it. */
function isAmong(cells: Float64Array, order: Uint32Array, from: number, nth: number): boolean {
  const cell = order[nth]! * cellsPerReading;
  for (let before = from; before < nth; before++) {
    const other = order[before]! * cellsPerReading;
    if (
      cells[other + atCell] === cells[cell + atCell] &&
      cells[other + valueCell] === cells[cell + valueCell]
    )
      return true;
  }
  return false;
}
