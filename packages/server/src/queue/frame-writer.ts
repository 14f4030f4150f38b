import type { PackedRequest } from "./intake.ts";
import {
  denseHeadBytes,
  denseRecordBytes,
  type FrameHead,
  frameHeaderBytes,
  hasBattery,
  isDense,
  padded,
  recordBytes,
} from "./packed-readings.ts";
import type { DenseReadings } from "./stretch.ts";

/** Up to this time (the year 2112), a double of microseconds can be split into seconds and microseconds without error. */
const denseUsMax = 2 ** 52;

/** The columns of readings, by row. */
interface SentColumns {
  readonly values: Float64Array;
  readonly seconds: Float64Array;
  readonly micros: Uint32Array;
}

/** Writes one frame at a time into a buffer that is reused: what it holds is valid until the next `begin`. */
export class FrameWriter implements PackedRequest {
  readings = 0;
  words = new Uint32Array(0);
  doubles = new Float64Array(0);
  readonly start = 0;
  /** Not part of the frame. The caller that hands the request over sets it. */
  accountId = 0;
  frame: Uint8Array;
  #bytes: Buffer;
  #end = 0;
  #isDense = true;
  #denseSensorId = 0;

  constructor(initialBytes = 64 * 1024) {
    this.#bytes = Buffer.alloc(0);
    this.frame = this.#bytes;
    this.#resize(initialBytes);
  }

  begin(head: FrameHead): void {
    this.readings = 0;
    this.#end = frameHeaderBytes;
    this.#isDense = true;
    const { words, doubles } = this;
    words[2] = head.deviceId;
    words[3] = head.batteryVolts === null ? 0 : hasBattery;
    doubles[2] = head.arrivalUs;
    doubles[3] = head.batteryVolts ?? 0;
    doubles[4] = head.request.boot;
    doubles[5] = head.request.number;
  }

  /** Hot: called once per accepted reading, hence plain parameters. `metadata` is "" for none. */
  add(
    sensorId: number,
    value: number,
    atUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void {
    if (this.#isDense) {
      const isOfSensor = this.readings === 0 || sensorId === this.#denseSensorId;
      const isAsSent = deviceSeconds >= 0 && deviceSeconds * 1e6 + deviceMicros === atUs && atUs < denseUsMax;
      if (isOfSensor && isAsSent && metadata === "") {
        this.#addDense(sensorId, value, atUs);
        return;
      }
      this.#spread();
    }
    const worst = recordBytes + metadata.length * 3 + 8;
    if (this.#end + worst > this.#bytes.length) this.#resize((this.#end + worst) * 2);
    const word = this.#end >>> 2;
    const double = this.#end >>> 3;
    let metadataBytes = 0;
    if (metadata !== "") metadataBytes = this.#bytes.write(metadata, this.#end + recordBytes, "utf8");
    const { words, doubles } = this;
    words[word] = sensorId;
    words[word + 1] = metadataBytes;
    doubles[double + 1] = value;
    doubles[double + 2] = atUs;
    doubles[double + 3] = deviceSeconds;
    words[word + 8] = deviceMicros;
    words[word + 9] = 0;
    this.#end += recordBytes + padded(metadataBytes);
    this.readings++;
  }

  /**
   * Adds `count` readings without metadata that are stored under the time that the device sent. Adds none and returns
   * false if one is later than `latestUs`. Must be called before `add`.
   */
  addSent(
    sensorId: number,
    { values, seconds, micros }: SentColumns,
    count: number,
    latestUs: number,
  ): boolean {
    const end = this.#end + denseHeadBytes + count * denseRecordBytes;
    if (end > this.#bytes.length) this.#resize(end * 2);
    const { words, doubles } = this;
    let at = (this.#end + denseHeadBytes) >>> 3;
    for (let row = 0; row < count; row++) {
      const sentUs = seconds[row]! * 1e6 + micros[row]!;
      if (sentUs > latestUs || sentUs >= denseUsMax) return false;
      doubles[at++] = values[row]!;
      doubles[at++] = sentUs;
    }
    words[this.#end >>> 2] = sensorId;
    words[(this.#end >>> 2) + 1] = 0;
    this.#denseSensorId = sensorId;
    this.#end = end;
    this.readings = count;
    return true;
  }

  /** Copies readings of a dense frame, from index `from` to before `before`. All readings of this frame are of one sensor. */
  copyDense(sensorId: number, { doubles, start }: DenseReadings, from: number, before: number): void {
    const bytes = (before - from) * denseRecordBytes;
    if (this.#end + denseHeadBytes + bytes > this.#bytes.length)
      this.#resize((this.#end + denseHeadBytes + bytes) * 2);
    if (this.readings === 0) this.#beginDense(sensorId);
    this.doubles.set(doubles.subarray(start + from * 2, start + before * 2), this.#end >>> 3);
    this.#end += bytes;
    this.readings += before - from;
  }

  #addDense(sensorId: number, value: number, atUs: number): void {
    if (this.#end + denseHeadBytes + denseRecordBytes > this.#bytes.length)
      this.#resize((this.#end + denseHeadBytes + denseRecordBytes) * 2);
    if (this.readings === 0) this.#beginDense(sensorId);
    const double = this.#end >>> 3;
    this.doubles[double] = value;
    this.doubles[double + 1] = atUs;
    this.#end += denseRecordBytes;
    this.readings++;
  }

  #beginDense(sensorId: number): void {
    this.#denseSensorId = sensorId;
    this.words[this.#end >>> 2] = sensorId;
    this.words[(this.#end >>> 2) + 1] = 0;
    this.#end += denseHeadBytes;
  }

  /** Rewrites the readings so far, because one was added that does not fit a dense frame. */
  #spread(): void {
    const start = (frameHeaderBytes + denseHeadBytes) >>> 3;
    const dense = this.doubles.slice(start, start + this.readings * 2);
    this.#isDense = false;
    this.readings = 0;
    this.#end = frameHeaderBytes;
    for (let at = 0; at < dense.length; at += 2) {
      const atUs = dense[at + 1]!;
      const seconds = Math.floor(atUs / 1e6);
      this.add(this.#denseSensorId, dense[at]!, atUs, seconds, atUs - seconds * 1e6, "");
    }
  }

  /** Finishes the frame. From now on the writer is the packed request. */
  finish(): Uint8Array {
    if (this.#isDense && this.readings > 0) this.words[3]! |= isDense;
    this.words[0] = this.#end;
    this.words[1] = this.readings;
    // Most frames of a device have the same length, and creating a view costs more than filling it.
    if (this.frame.length !== this.#end) this.frame = this.#bytes.subarray(0, this.#end);
    return this.frame;
  }

  #resize(bytes: number): void {
    const grown = Buffer.alloc(padded(bytes));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.frame = grown;
    this.words = new Uint32Array(grown.buffer, grown.byteOffset, grown.length >>> 2);
    this.doubles = new Float64Array(grown.buffer, grown.byteOffset, grown.length >>> 3);
  }
}
