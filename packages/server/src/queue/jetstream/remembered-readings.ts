import { type FrameReader, noTimestamp } from "../packed-readings.ts";
import { keyKinds } from "./identity-keys.ts";
import {
  type FirstArrival,
  IdentityWriter,
  listNameCharacters,
  listSeconds,
  recordCharacters,
} from "./identity-text.ts";
import type { LatestLifetimes } from "./latest-lifetimes.ts";

/** More readings of a sensor at once are written to lists, except the newest, which keeps its place. */
const latestAtOnceMax = 8;
/** Longer texts are sent in several commands, so that Redis serves others in between. */
const packedCharactersMax = 64 * 1024;
const lifetimeDigits = 10;
const lengthDigits = 8;

/** Packs what is remembered of entries, in the form that `rememberScript` reads. */
export class RememberedReadings {
  readonly #lifetimes: LatestLifetimes;
  readonly #duplicateMs: number;
  readonly #packed = new IdentityWriter();
  #texts: string[] = [];
  /** The records of a run: neighbouring readings of one sensor. */
  readonly #run = new IdentityWriter();
  #sensorId = -1;
  #newestUs = Number.NEGATIVE_INFINITY;
  /** Where the record of the newest reading begins. */
  #newestStart = 0;
  /** Where the list of the records that were added last begins, and which list it is. */
  #listStart = 0;
  #list = -1;
  #lists: { readonly list: number; readonly start: number; readonly end: number }[] = [];

  constructor(lifetimes: LatestLifetimes, duplicateMs: number) {
    this.#lifetimes = lifetimes;
    this.#duplicateMs = duplicateMs;
  }

  /** Adds the readings of the frame under the cursor, which are kept for `keptMs`. */
  addFrame(frames: FrameReader, first: FirstArrival, keptMs: number): void {
    while (frames.nextReading()) {
      const { sensorId, value, deviceSeconds, deviceMicros } = frames;
      if (deviceSeconds === noTimestamp) {
        this.#putValue(sensorId, value, first);
        continue;
      }
      if (sensorId !== this.#sensorId) this.#endRun(first.arrivalMs, keptMs);
      this.#sensorId = sensorId;
      this.#addToRun(value, deviceSeconds, deviceMicros, first);
    }
    this.#endRun(first.arrivalMs, keptMs);
    if (this.#packed.length > packedCharactersMax) this.#texts.push(this.#packed.take());
  }

  /** Returns what was packed since the last call. */
  take(): readonly string[] {
    if (this.#packed.length > 0) this.#texts.push(this.#packed.take());
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  #addToRun(value: number, seconds: number, micros: number, first: FirstArrival): void {
    const run = this.#run;
    const list = Math.floor(seconds / listSeconds);
    if (list !== this.#list) this.#endList();
    this.#list = list;
    const us = seconds * 1e6 + micros;
    if (us > this.#newestUs) {
      this.#newestUs = us;
      this.#newestStart = run.length;
    }
    run.time(seconds, micros);
    run.value(value);
    run.first(first);
  }

  #endList(): void {
    const { length } = this.#run;
    if (length > this.#listStart) this.#lists.push({ list: this.#list, start: this.#listStart, end: length });
    this.#listStart = length;
  }

  #endRun(arrivalMs: number, keptMs: number): void {
    const run = this.#run;
    if (run.length === 0) return;
    if (run.length <= latestAtOnceMax * recordCharacters) {
      this.#putLatest(0, run.length, arrivalMs, keptMs);
    } else {
      this.#endList();
      for (const { list, start, end } of this.#lists) this.#putList(list, start, end, keptMs);
      this.#putLatest(this.#newestStart, this.#newestStart + recordCharacters, arrivalMs, keptMs);
    }
    run.length = 0;
    this.#sensorId = -1;
    this.#newestUs = Number.NEGATIVE_INFINITY;
    this.#listStart = 0;
    this.#list = -1;
    this.#lists = [];
  }

  #putLatest(start: number, end: number, arrivalMs: number, keptMs: number): void {
    const packed = this.#packed;
    packed.character(keyKinds.latest);
    packed.sensor(this.#sensorId);
    packed.character(this.#lifetimes.extend(this.#sensorId, arrivalMs, keptMs) ? "x" : "-");
    packed.digits(keptMs, lifetimeDigits);
    packed.digits((end - start) / recordCharacters, 1);
    packed.copy(this.#run, start, end);
  }

  #putList(list: number, start: number, end: number, keptMs: number): void {
    const packed = this.#packed;
    packed.character(keyKinds.list);
    packed.sensor(this.#sensorId);
    packed.digits(list, listNameCharacters);
    packed.digits(keptMs, lifetimeDigits);
    packed.digits(end - start, lengthDigits);
    packed.copy(this.#run, start, end);
  }

  #putValue(sensorId: number, value: number, first: FirstArrival): void {
    const packed = this.#packed;
    packed.character(keyKinds.value);
    packed.sensor(sensorId);
    packed.value(value);
    packed.digits(this.#duplicateMs, lifetimeDigits);
    packed.first(first);
  }
}
