import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { lastTrue } from "../platform/last-true.ts";
import type { FrameReader } from "../queue/packed-readings.ts";
import type { Stretch } from "../queue/stretch.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { FromQueue } from "./chains/reading-origin.ts";
import type { ReadingRun } from "./chains/reading-run.ts";

/** The numbers of a row fill one cache line of the CPU. */
const value = 0;
const atUs = 1;
const arrivalUs = 2;
const deviceSeconds = 3;
const deviceMicros = 4;
const batteryVolts = 5;
const sequence = 6;
const ordinal = 7;
const rowNumbers = 8;

/** Stands for a reading without a battery level; no battery has this voltage. */
const noBattery = -1;

/**
 * The readings of one batch, one per row; a stretch takes one row too if its chain can take it at once. `groupByChain`
 * sorts them by chain, and within a chain by arrival: the code and data of a chain then stay in the CPU's cache for all
 * of its readings. With a thousand chains in use a reading then costs 0.2 us instead of 0.9. Readings of one sensor
 * keep their order.
 */
export class ReadingBatch {
  /** The number of rows. */
  count = 0;
  readings = 0;
  #rows = new Rows(0);
  #grouped = new Rows(0);
  #hasMetadata = false;
  readonly #stretches: Stretch[] = [];
  /** The number of the first reading of each row; only if there are stretches. */
  #firsts = new Uint32Array(0);

  clear(): void {
    this.count = 0;
    this.readings = 0;
    this.#hasMetadata = false;
    this.#stretches.length = 0;
  }

  /** Hot: copies the reading under the cursor. `nth` is its place within the queue entry of that sequence. */
  add(frames: FrameReader, sensor: SensorEntry, ofSequence: number, nth: number): void {
    const row = this.#addRow(frames, sensor, ofSequence, nth);
    const { numbers, metadata, stretchPlaces } = this.#rows;
    const start = row * rowNumbers;
    numbers[start + value] = frames.value;
    numbers[start + atUs] = frames.atUs;
    numbers[start + deviceSeconds] = frames.deviceSeconds;
    numbers[start + deviceMicros] = frames.deviceMicros;
    metadata[row] = frames.metadata;
    stretchPlaces[row] = 0;
    this.readings++;
    if (frames.metadata !== "") this.#hasMetadata = true;
  }

  /** Adds a stretch of the frame under the cursor. `nth` is the place of its first reading within the queue entry. */
  addStretch(
    frames: FrameReader,
    stretch: Stretch,
    sensor: SensorEntry,
    ofSequence: number,
    nth: number,
  ): void {
    const row = this.#addRow(frames, sensor, ofSequence, nth);
    this.#rows.metadata[row] = "";
    this.#rows.stretchPlaces[row] = this.#stretches.push(stretch);
    this.readings += stretch.readings;
  }

  /** Adds what rows of both kinds have. */
  #addRow(frames: FrameReader, sensor: SensorEntry, ofSequence: number, nth: number): number {
    const row = this.count++;
    if (row === this.#rows.capacity) this.#rows = this.#rows.grown();
    const { numbers, sensors, chainNumbers } = this.#rows;
    const start = row * rowNumbers;
    numbers[start + arrivalUs] = frames.arrivalUs;
    numbers[start + batteryVolts] = frames.batteryVolts ?? noBattery;
    numbers[start + sequence] = ofSequence;
    numbers[start + ordinal] = nth;
    sensors[row] = sensor;
    chainNumbers[row] = sensor.chainNumber;
    return row;
  }

  /** Chain numbers are below `numbersEnd`. */
  groupByChain(numbersEnd: number): void {
    this.#moveRows(numbersEnd);
    if (this.#stretches.length > 0) this.#numberReadings();
  }

  #numberReadings(): void {
    if (this.#firsts.length < this.count) this.#firsts = new Uint32Array(this.#rows.capacity);
    let number = 0;
    for (let row = 0; row < this.count; row++) {
      this.#firsts[row] = number;
      number += this.stretch(row)?.readings ?? 1;
    }
  }

  #moveRows(numbersEnd: number): void {
    const places = this.#placesOfChains(numbersEnd);
    if (places === null) return;
    if (this.#grouped.capacity < this.#rows.capacity) this.#grouped = new Rows(this.#rows.capacity);
    const { numbers, sensors, chainNumbers, stretchPlaces, metadata } = this.#rows;
    const grouped = this.#grouped;
    const target = grouped.numbers;
    for (let row = 0; row < this.count; row++) {
      const place = places[chainNumbers[row]!]!++;
      grouped.sensors[place] = sensors[row]!;
      grouped.stretchPlaces[place] = stretchPlaces[row]!;
      if (this.#hasMetadata) grouped.metadata[place] = metadata[row]!;
      const from = row * rowNumbers;
      const to = place * rowNumbers;
      for (let number = 0; number < rowNumbers; number++) target[to + number] = numbers[from + number]!;
    }
    this.#grouped = this.#rows;
    this.#rows = grouped;
  }

  sensor(row: number): SensorEntry {
    return this.#rows.sensors[row]!;
  }

  /** Returns the number of the row's first reading, counted from 0 in the order of the rows. */
  firstOf(row: number): number {
    return this.#stretches.length === 0 ? row : this.#firsts[row]!;
  }

  /** Returns null if the row is one reading. */
  stretch(row: number): Stretch | null {
    const place = this.#rows.stretchPlaces[row]!;
    return place === 0 ? null : this.#stretches[place - 1]!;
  }

  /** Returns the queued reading with this number, and its sensor. */
  queuedReading(number: number): QueuedReading {
    const row = this.#rowOf(number);
    const start = row * rowNumbers;
    return {
      sequence: this.#rows.numbers[start + sequence]!,
      ordinal: this.#rows.numbers[start + ordinal]! + number - this.firstOf(row),
      sensor: this.sensor(row),
    };
  }

  #rowOf(number: number): number {
    if (this.#stretches.length === 0) return number;
    return lastTrue(0, this.count, (row) => this.#firsts[row]! <= number);
  }

  /**
   * Fills `reading` and `run` with the reading of this row. For a stretch, only the fields that all of its readings
   * share are meaningful.
   */
  take(row: number, reading: ChainReading, run: ReadingRun): FromQueue {
    const { numbers, sensors, metadata } = this.#rows;
    const start = row * rowNumbers;
    const volts = numbers[start + batteryVolts]!;
    reading.source = sensors[row]!.source;
    reading.value = numbers[start + value]!;
    reading.atUs = numbers[start + atUs]!;
    reading.receivedUs = numbers[start + arrivalUs]!;
    reading.deviceSeconds = numbers[start + deviceSeconds]!;
    reading.deviceMicros = numbers[start + deviceMicros]!;
    reading.batteryVolts = volts >= 0 ? volts : null;
    reading.metadata = this.#hasMetadata ? metadata[row]! : "";
    return run.fromQueue(numbers[start + sequence]!, numbers[start + ordinal]!);
  }

  /** Returns where the readings of each chain start, by chain number; null if all belong to one chain. */
  #placesOfChains(numbersEnd: number): Uint32Array | null {
    const { chainNumbers } = this.#rows;
    const places = new Uint32Array(numbersEnd);
    for (let row = 0; row < this.count; row++) places[chainNumbers[row]!]!++;
    if (this.count === 0 || places[chainNumbers[0]!] === this.count) return null;
    let next = 0;
    for (let chain = 0; chain < numbersEnd; chain++) {
      const readings = places[chain]!;
      places[chain] = next;
      next += readings;
    }
    return places;
  }
}

export interface QueuedReading extends Pick<FromQueue, "sequence" | "ordinal"> {
  readonly sensor: SensorEntry;
}

/** An empty reading, to be filled by `take`. */
export function blankReading(): ChainReading {
  return {
    // Always set before a chain sees it.
    source: null as unknown as ChainReading["source"],
    atUs: 0,
    value: 0,
    receivedUs: 0,
    deviceSeconds: -1,
    deviceMicros: 0,
    metadata: "",
    batteryVolts: null,
  };
}

class Rows {
  readonly capacity: number;
  readonly numbers: Float64Array;
  readonly chainNumbers: Uint32Array;
  /** The place of a row's stretch among all stretches, counted from 1; 0 for a single reading. */
  readonly stretchPlaces: Uint32Array;
  readonly sensors: SensorEntry[] = [];
  readonly metadata: string[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
    this.numbers = new Float64Array(capacity * rowNumbers);
    this.chainNumbers = new Uint32Array(capacity);
    this.stretchPlaces = new Uint32Array(capacity);
  }

  grown(): Rows {
    const larger = new Rows(Math.max(1024, this.capacity * 2));
    larger.numbers.set(this.numbers);
    larger.chainNumbers.set(this.chainNumbers);
    larger.stretchPlaces.set(this.stretchPlaces);
    for (const sensor of this.sensors) larger.sensors.push(sensor);
    for (const text of this.metadata) larger.metadata.push(text);
    return larger;
  }
}
