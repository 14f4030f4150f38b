import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { FrameReader } from "../queue/packed-readings.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { ReadingRun } from "./chains/reading-run.ts";

/** The numbers of a row, which are one line of the processor's cache. */
const value = 0;
const atUs = 1;
const arrivalUs = 2;
const deviceSeconds = 3;
const deviceMicros = 4;
const batteryVolts = 5;
const sequence = 6;
const ordinal = 7;
const rowNumbers = 8;

/** No battery has it. */
const noBattery = -1;

/**
 * The readings of one batch. `groupByChain` brings them into an order in which they are taken chain by chain, within a
 * chain as they came: what a chain consists of is then in the processor's cache for all of its readings. With a thousand
 * chains in use that makes a reading cost 0.2 us instead of 0.9. Readings of one sensor keep their order.
 */
export class ReadingBatch {
  count = 0;
  #rows = new Rows(0);
  #grouped = new Rows(0);
  #hasMetadata = false;

  clear(): void {
    this.count = 0;
    this.#hasMetadata = false;
  }

  /** Hot: copies the reading under the cursor. `nth` is its place within the queue entry of that sequence. */
  add(frames: FrameReader, sensor: SensorEntry, ofSequence: number, nth: number): void {
    const row = this.count++;
    if (row === this.#rows.capacity) this.#rows = this.#rows.grown();
    const { numbers, sensors, chainNumbers, metadata } = this.#rows;
    const start = row * rowNumbers;
    numbers[start + value] = frames.value;
    numbers[start + atUs] = frames.atUs;
    numbers[start + arrivalUs] = frames.arrivalUs;
    numbers[start + deviceSeconds] = frames.deviceSeconds;
    numbers[start + deviceMicros] = frames.deviceMicros;
    numbers[start + batteryVolts] = frames.batteryVolts ?? noBattery;
    numbers[start + sequence] = ofSequence;
    numbers[start + ordinal] = nth;
    sensors[row] = sensor;
    chainNumbers[row] = sensor.chainNumber;
    metadata[row] = frames.metadata;
    if (frames.metadata !== "") this.#hasMetadata = true;
  }

  /** Chain numbers are below `numbersEnd`. */
  groupByChain(numbersEnd: number): void {
    const places = this.#placesOfChains(numbersEnd);
    if (places === null) return;
    if (this.#grouped.capacity < this.#rows.capacity) this.#grouped = new Rows(this.#rows.capacity);
    const { numbers, sensors, chainNumbers, metadata } = this.#rows;
    const grouped = this.#grouped;
    const target = grouped.numbers;
    for (let row = 0; row < this.count; row++) {
      const place = places[chainNumbers[row]!]!++;
      grouped.sensors[place] = sensors[row]!;
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

  /** Makes `reading` and `run` the reading of this row. */
  take(row: number, reading: ChainReading, run: ReadingRun): void {
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
    run.fromQueue(numbers[start + sequence]!, numbers[start + ordinal]!);
  }

  /** Where the readings of each chain are to start, by chain number; null where all are of one chain. */
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

class Rows {
  readonly capacity: number;
  readonly numbers: Float64Array;
  readonly chainNumbers: Uint32Array;
  readonly sensors: SensorEntry[] = [];
  readonly metadata: string[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
    this.numbers = new Float64Array(capacity * rowNumbers);
    this.chainNumbers = new Uint32Array(capacity);
  }

  grown(): Rows {
    const larger = new Rows(Math.max(1024, this.capacity * 2));
    larger.numbers.set(this.numbers);
    larger.chainNumbers.set(this.chainNumbers);
    for (const sensor of this.sensors) larger.sensors.push(sensor);
    for (const text of this.metadata) larger.metadata.push(text);
    return larger;
  }
}
