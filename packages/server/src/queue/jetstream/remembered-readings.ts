import { type FrameReader, noTimestamp } from "../packed-readings.ts";
import type { Stretch } from "../stretch.ts";
import { blockCharacters, encodeStretch, writeBlock } from "./identity-blocks.ts";
import { type IdentityKeys, keyKinds } from "./identity-keys.ts";
import {
  type FirstArrival,
  IdentityWriter,
  lengthDigits,
  listNameCharacters,
  listSeconds,
  recordCharacters,
} from "./identity-text.ts";
import type { LatestLifetimes } from "./latest-lifetimes.ts";

/** More readings of a sensor at once are written to lists, except the newest, which keeps its place. */
const latestAtOnceMax = 8;
/** Past these, another command begins, so that Redis serves others in between. */
const keysMax = 1000;
const packedCharactersMax = 64 * 1024;
const lifetimeDigits = 10;
const listUs = listSeconds * 1e6;

/** The keys and arguments of `rememberScript` that follow the prefix and the maximum length of a list. */
interface RememberCommand {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/** Packs what is remembered of entries, in the form that `rememberScript` reads. */
export class RememberedReadings {
  readonly #keys: IdentityKeys;
  readonly #lifetimes: LatestLifetimes;
  readonly #duplicateMs: number;
  #commands: RememberCommand[] = [];
  /** The keys of latest readings, and for each its records and its lifetime. */
  #latest: string[] = [];
  #records: string[] = [];
  readonly #latestMs = new IdentityWriter();
  readonly #packed = new IdentityWriter();
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

  constructor(keys: IdentityKeys, lifetimes: LatestLifetimes, duplicateMs: number) {
    this.#keys = keys;
    this.#lifetimes = lifetimes;
    this.#duplicateMs = duplicateMs;
  }

  /** Adds the readings of the frame under the cursor, which are kept for `keptMs`. */
  addFrame(frames: FrameReader, first: FirstArrival, keptMs: number): void {
    const stretch = frames.nextStretch();
    if (stretch !== null) this.#putStretch(frames.sensorId, stretch, first, keptMs);
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
    if (this.#latest.length > keysMax || this.#packed.length > packedCharactersMax) this.#endCommand();
  }

  /** Returns what was packed since the last call. */
  take(): readonly RememberCommand[] {
    this.#endCommand();
    const commands = this.#commands;
    this.#commands = [];
    return commands;
  }

  #endCommand(): void {
    if (this.#latest.length === 0 && this.#packed.length === 0) return;
    const args = [this.#latestMs.take(), this.#packed.take(), ...this.#records];
    this.#commands.push({ keys: this.#latest, args });
    this.#latest = [];
    this.#records = [];
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

  /** Writes blocks, one for each list, and the newest reading to its place. */
  #putStretch(sensorId: number, stretch: Stretch, first: FirstArrival, keptMs: number): void {
    const { doubles, start, readings } = stretch;
    this.#sensorId = sensorId;
    for (let from = 0, before = 0; from < readings; from = before) {
      const list = Math.floor(doubles[start + from * 2 + 1]! / listUs);
      const endUs = (list + 1) * listUs;
      while (before < readings && doubles[start + before * 2 + 1]! < endUs) before++;
      const base64 = encodeStretch(stretch, from, before);
      this.#beginPart(keyKinds.blocks, list, blockCharacters(base64), keptMs);
      writeBlock(this.#packed, base64, first);
    }
    const newest = start + (readings - 1) * 2;
    const atUs = doubles[newest + 1]!;
    const seconds = Math.floor(atUs / 1e6);
    this.#addToRun(doubles[newest]!, seconds, atUs - seconds * 1e6, first);
    this.#endRun(first.arrivalMs, keptMs);
  }

  #putLatest(start: number, end: number, arrivalMs: number, keptMs: number): void {
    const sensorId = this.#sensorId;
    this.#latest.push(this.#keys.latest(sensorId));
    this.#records.push(this.#run.text(start, end));
    this.#latestMs.digits(keptMs, lifetimeDigits);
    if (!this.#lifetimes.extend(sensorId, arrivalMs, keptMs)) return;
    const packed = this.#packed;
    packed.character("x");
    packed.sensor(sensorId);
    packed.digits(keptMs, lifetimeDigits);
  }

  #putList(list: number, start: number, end: number, keptMs: number): void {
    this.#beginPart(keyKinds.list, list, end - start, keptMs);
    this.#packed.copy(this.#run, start, end);
  }

  /** The text for the list must follow, with this many characters. */
  #beginPart(kind: string, list: number, characters: number, keptMs: number): void {
    const packed = this.#packed;
    packed.character(kind);
    packed.sensor(this.#sensorId);
    packed.digits(list, listNameCharacters);
    packed.digits(keptMs, lifetimeDigits);
    packed.digits(characters, lengthDigits);
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
