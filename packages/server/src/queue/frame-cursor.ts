import type { PackedRequest } from "./intake.ts";
import {
  denseHeadBytes,
  denseRecordBytes,
  frameHeaderBytes,
  hasBattery,
  isDense,
  padded,
  recordBytes,
} from "./packed-readings.ts";
import type { DenseReadings } from "./stretch.ts";

/**
 * Walks over the readings of one request. Unlike FrameReader it allocates nothing, ignores metadata and trusts the
 * bytes, because the frame was packed in this very process. `next` puts each reading into the fields.
 */
export class FrameCursor {
  readings = 0;
  deviceId = 0;
  arrivalMs = 0;
  hasBattery = false;

  /** The index of the reading in the frame. */
  index = -1;
  sensorId = 0;
  value = 0;
  atUs = 0;
  /** The time the device sent. */
  seconds = 0;
  micros = 0;

  /** Whether all readings belong to `sensorId` and lie side by side. */
  isDense = false;

  #denseStart = 0;
  #doubles: Float64Array = new Float64Array(0);
  #words: Uint32Array = new Uint32Array(0);
  #next = 0;

  open({ words, doubles, start }: PackedRequest): void {
    const word = start >>> 2;
    const flags = words[word + 3]!;
    this.#words = words;
    this.#doubles = doubles;
    this.readings = words[word + 1]!;
    this.deviceId = words[word + 2]!;
    this.arrivalMs = doubles[(start >>> 3) + 2]! / 1000;
    this.hasBattery = (flags & hasBattery) !== 0;
    this.isDense = (flags & isDense) !== 0;
    this.#next = start + frameHeaderBytes;
    this.index = -1;
    if (!this.isDense) return;
    this.sensorId = words[this.#next >>> 2]!;
    this.#next += denseHeadBytes;
    this.#denseStart = this.#next >>> 3;
  }

  /** Returns all readings of a dense frame, in the order in which they were sent. */
  dense(): DenseReadings {
    return { doubles: this.#doubles, start: this.#denseStart, readings: this.readings };
  }

  /** Makes `index` the next reading of a dense frame. */
  skipTo(index: number): void {
    this.index = index - 1;
    this.#next = (this.#denseStart + index * 2) << 3;
  }

  next(): boolean {
    if (this.index + 1 >= this.readings) return false;
    this.index++;
    const double = this.#next >>> 3;
    if (this.isDense) {
      this.value = this.#doubles[double]!;
      this.atUs = this.#doubles[double + 1]!;
      this.seconds = Math.floor(this.atUs / 1e6);
      this.micros = this.atUs - this.seconds * 1e6;
      this.#next += denseRecordBytes;
      return true;
    }
    const word = this.#next >>> 2;
    this.sensorId = this.#words[word]!;
    this.value = this.#doubles[double + 1]!;
    this.atUs = this.#doubles[double + 2]!;
    this.seconds = this.#doubles[double + 3]!;
    this.micros = this.#words[word + 8]!;
    this.#next += recordBytes + padded(this.#words[word + 1]!);
    return true;
  }
}
