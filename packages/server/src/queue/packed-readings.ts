import type { Stretch } from "./stretch.ts";

/**
 * The form in which accepted readings travel from ingest through the queue to the processor: one frame per request,
 * a fixed record per reading, metadata as JSON text behind its record. Everything is little-endian and aligned to
 * eight bytes, so both ends work on typed arrays and no object exists per reading.
 *
 *   frame    u32 bytes | u32 readings | u32 device | u32 flags (bit 0: battery, bit 1: dense) | f64 arrival us
 *            | f64 battery volts | f64 request boot | f64 request number
 *   reading  u32 sensor | u32 metadata bytes | f64 value | f64 at us | f64 device seconds (-1: none)
 *            | u32 device micros | u32 zero | metadata, padded to eight bytes
 *   dense    u32 sensor | u32 zero, then of each reading f64 value | f64 at us
 *
 * A frame is dense when its readings are all of one sensor, have no metadata, and are to be stored under the very time
 * that the device sent, as most are. They take 16 bytes instead of 40 on their way through two files and two processes.
 *
 * The time the device sent is split into seconds and microseconds, because a device may believe itself in the year
 * 9000, where a double no longer holds microseconds. The corrected time is at most a little ahead of now: one double does.
 */
export const frameHeaderBytes = 48;
export const recordBytes = 40;

export const denseHeadBytes = 8;
export const denseRecordBytes = 16;

/** Flags. */
export const hasBattery = 1;
export const isDense = 2;

/** Stands for "no timestamp" in the seconds of a reading; no timestamp before 1970 is accepted. */
export const noTimestamp = -1;

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
if (!littleEndian) throw new Error("Weir's queue format needs a little-endian machine.");

/** The request a frame came from: which start of the server, and which request since. */
export interface RequestNumber {
  readonly boot: number;
  readonly number: number;
}

export interface FrameHead {
  readonly deviceId: number;
  readonly arrivalUs: number;
  readonly batteryVolts: number | null;
  readonly request: RequestNumber;
}

/** For fewer readings, nothing is gained by taking them at once. */
const stretchReadingsMin = 16;

/** The bytes are not a sequence of whole frames, so nothing in them can be trusted. */
export class MalformedFrameError extends Error {
  readonly code = "malformed_frame";
}

/**
 * Walks over the frames of one queue entry. `nextFrame` and `nextReading` move a cursor over the bytes and put what
 * they find into the fields; both return false at the end.
 */
export class FrameReader {
  deviceId = 0;
  arrivalUs = 0;
  batteryVolts: number | null = null;
  requestBoot = 0;
  requestNumber = 0;
  /** Whether all readings of the frame belong to `sensorId`, and may be a stretch. */
  isDense = false;

  sensorId = 0;
  value = 0;
  atUs = 0;
  deviceSeconds = 0;
  deviceMicros = 0;
  metadata = "";

  #bytes: Buffer;
  #words: Uint32Array;
  #doubles: Float64Array;
  #frameStart = 0;
  #frameEnd = 0;
  #next = 0;
  #left = 0;

  constructor(data: Uint8Array) {
    const aligned = data.byteOffset % 8 === 0 ? data : new Uint8Array(data);
    this.#bytes = Buffer.from(aligned.buffer, aligned.byteOffset, aligned.length);
    this.#words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
    this.#doubles = new Float64Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 3);
  }

  nextFrame(): boolean {
    const start = this.#frameEnd;
    if (this.#left !== 0 || this.#next !== start) {
      throw new MalformedFrameError(`A frame that ends at byte ${start} does not end with its last reading.`);
    }
    if (start === this.#bytes.length) return false;
    const word = start >>> 2;
    const double = start >>> 3;
    const bytes = this.#words[word] ?? 0;
    if (bytes < frameHeaderBytes || bytes % 8 !== 0 || start + bytes > this.#bytes.length) {
      throw new MalformedFrameError(
        `A frame at byte ${start} claims ${bytes} of ${this.#bytes.length} bytes.`,
      );
    }
    this.#left = this.#words[word + 1]!;
    this.deviceId = this.#words[word + 2]!;
    this.arrivalUs = this.#doubles[double + 2]!;
    this.batteryVolts = (this.#words[word + 3]! & hasBattery) === 0 ? null : this.#doubles[double + 3]!;
    this.requestBoot = this.#doubles[double + 4]!;
    this.requestNumber = this.#doubles[double + 5]!;
    if (!isWhole(this.arrivalUs) || (this.batteryVolts !== null && !Number.isFinite(this.batteryVolts))) {
      throw new MalformedFrameError(`The frame at byte ${start} holds numbers that no frame has.`);
    }
    this.#next = start + frameHeaderBytes;
    this.#frameStart = start;
    this.#frameEnd = start + bytes;
    this.isDense = (this.#words[word + 3]! & isDense) !== 0;
    if (this.isDense) this.#beginDense(bytes);
    return true;
  }

  #beginDense(bytes: number): void {
    if (bytes !== frameHeaderBytes + denseHeadBytes + this.#left * denseRecordBytes)
      throw new MalformedFrameError(`A dense frame of ${this.#left} readings claims ${bytes} bytes.`);
    this.sensorId = this.#words[this.#next >>> 2]!;
    this.metadata = "";
    this.#next += denseHeadBytes;
  }

  /** How many readings of the frame the cursor has not passed yet. */
  get readingsLeft(): number {
    return this.#left;
  }

  /** The whole frame as it was packed. */
  get frameData(): Uint8Array {
    return this.#bytes.subarray(this.#frameStart, this.#frameEnd);
  }

  /**
   * Returns all readings of the frame at once and moves past them, or null if they are not a stretch. The cursor must
   * be before the first of them.
   */
  nextStretch(): Stretch | null {
    if (!this.isDense || this.#left < stretchReadingsMin) return null;
    const stretch = { doubles: this.#doubles, start: this.#next >>> 3, readings: this.#left };
    if (!isStretch(stretch)) return null;
    this.skipReadings();
    return stretch;
  }

  /** Moves past the remaining readings of the frame; returns how many. */
  skipReadings(): number {
    const passed = this.#left;
    this.#left = 0;
    this.#next = this.#frameEnd;
    return passed;
  }

  nextReading(): boolean {
    if (this.#left === 0) return false;
    if (this.isDense) return this.#nextDense();
    const start = this.#next;
    const word = start >>> 2;
    const double = start >>> 3;
    const metadataBytes = this.#words[word + 1] ?? 0;
    const end = start + recordBytes + padded(metadataBytes);
    if (metadataBytes > this.#frameEnd || end > this.#frameEnd) {
      throw new MalformedFrameError(`A reading at byte ${start} passes its frame's end.`);
    }
    this.sensorId = this.#words[word]!;
    this.value = this.#doubles[double + 1]!;
    this.atUs = this.#doubles[double + 2]!;
    this.deviceSeconds = this.#doubles[double + 3]!;
    this.deviceMicros = this.#words[word + 8]!;
    if (!Number.isFinite(this.value) || !isWhole(this.atUs) || !isWhole(this.deviceSeconds)) {
      throw new MalformedFrameError(`A reading at byte ${start} holds numbers that no reading has.`);
    }
    const metadataStart = start + recordBytes;
    this.metadata =
      metadataBytes === 0 ? "" : this.#bytes.toString("utf8", metadataStart, metadataStart + metadataBytes);
    this.#next = end;
    this.#left--;
    return true;
  }

  #nextDense(): true {
    const double = this.#next >>> 3;
    this.value = this.#doubles[double]!;
    this.atUs = this.#doubles[double + 1]!;
    if (!Number.isFinite(this.value) || !isWhole(this.atUs)) {
      throw new MalformedFrameError(`A reading at byte ${this.#next} holds numbers that no reading has.`);
    }
    this.deviceSeconds = Math.floor(this.atUs / 1e6);
    this.deviceMicros = this.atUs - this.deviceSeconds * 1e6;
    this.#next += denseRecordBytes;
    this.#left--;
    return true;
  }
}

/** Returns whether all numbers are valid for readings, and in order. NaN is in no order. */
function isStretch({ doubles, start, readings }: Stretch): boolean {
  let beforeUs = -1;
  let before = 0;
  const end = start + readings * 2;
  for (let at = start; at < end; at += 2) {
    const value = doubles[at]!;
    const atUs = doubles[at + 1]!;
    const follows = atUs > beforeUs || (atUs === beforeUs && value > before);
    if (!follows || value - value !== 0 || Math.floor(atUs) !== atUs) return false;
    beforeUs = atUs;
    before = value;
  }
  return beforeUs <= Number.MAX_SAFE_INTEGER;
}

/** Returns whether the store's 64-bit integer columns can hold the number. */
function isWhole(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) < 2 ** 62;
}

export function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}
