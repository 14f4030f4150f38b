import { FrameCursor } from "../frame-cursor.ts";
import type { PackedRequest } from "../intake.ts";
import { noTimestamp } from "../packed-readings.ts";
import { spanOf } from "../stretch.ts";
import { indexBlocks } from "./identity-blocks.ts";
import type { IdentityKeys } from "./identity-keys.ts";
import { type FirstArrival, identityText, indexRecords, newestUsOf, parseFirst } from "./identity-text.ts";

interface IdentityWindowsMs {
  /** `windowMs` is for readings with a timestamp, `duplicateMs` for those without. */
  readonly windowMs: number;
  readonly duplicateMs: number;
}

/** The repeats among the readings of a request. */
interface FoundRepeats {
  /** When each reading first arrived, by its index in the frame; 0 if it is new. */
  readonly arrivalsMs: Float64Array;
  /** The position by which all of them are in the queue. */
  sequence: number;
}

/** The repeats by the index of their request. */
export type RepeatsByRequest = ReadonlyMap<number, FoundRepeats>;

/** A reading that is not later than everything its sensor has sent, and not among the latest readings of it. */
interface LateReading {
  readonly nth: number;
  readonly index: number;
  readonly listKey: string;
  readonly blocksKey: string;
  readonly identity: string;
}

/**
 * Looks up the readings of some requests. First the latest readings of their sensors are fetched, and the readings
 * without a timestamp. That decides about nearly all readings, without an object for each. Then the lists around late
 * readings are fetched.
 */
export class AskedReadings {
  readonly #requests: readonly PackedRequest[];
  readonly #keys: IdentityKeys;
  readonly #windows: IdentityWindowsMs;
  readonly #cursor = new FrameCursor();
  /** Reads facts of a whole request. */
  readonly #head = new FrameCursor();
  readonly #late: LateReading[] = [];
  readonly #found = new Map<number, FoundRepeats>();

  constructor(requests: readonly PackedRequest[], keys: IdentityKeys, windows: IdentityWindowsMs) {
    this.#requests = requests;
    this.#keys = keys;
    this.#windows = windows;
  }

  get found(): RepeatsByRequest {
    return this.#found;
  }

  /** The keys of the readings around those that may be late. */
  get lateKeys(): string[] {
    return [...new Set(this.#late.flatMap(({ listKey, blocksKey }) => [listKey, blocksKey]))];
  }

  /** Calls `visit` with each reading under the cursor, and whether it has the same key as the one before. */
  #eachReading(visit: (cursor: FrameCursor, nth: number, hasSameKey: boolean) => void): void {
    const cursor = this.#cursor;
    for (let nth = 0; nth < this.#requests.length; nth++) {
      cursor.open(this.#requests[nth]!);
      let lastSensorId = -1;
      while (cursor.next()) {
        const isTimed = cursor.seconds !== noTimestamp;
        // Neighbouring readings mostly belong to one sensor.
        visit(cursor, nth, isTimed && cursor.sensorId === lastSensorId);
        lastSensorId = isTimed ? cursor.sensorId : -1;
      }
    }
  }

  firstKeys(): string[] {
    const keys: string[] = [];
    this.#eachReading((cursor, _, hasSameKey) => {
      if (hasSameKey) return;
      const { sensorId, value, seconds } = cursor;
      keys.push(seconds === noTimestamp ? this.#keys.value(sensorId, value) : this.#keys.latest(sensorId));
      if (cursor.isDense) cursor.skipTo(cursor.readings);
    });
    return keys;
  }

  /** Finds repeats in the values of the first keys. */
  findFirst(texts: readonly (string | null)[]): void {
    let key = -1;
    let newestUs = 0;
    let latest: Map<string, FirstArrival> | null = null;
    this.#eachReading((cursor, nth, hasSameKey) => {
      const { sensorId, value, seconds, micros, index } = cursor;
      if (!hasSameKey) {
        key++;
        latest = null;
        const text = texts[key]!;
        newestUs = text === null || seconds === noTimestamp ? Number.NEGATIVE_INFINITY : newestUsOf(text);
        // Nearly always, and then none of them needs to be looked at by itself.
        if (cursor.isDense && spanOf(cursor.dense()).fromUs > newestUs) {
          cursor.skipTo(cursor.readings);
          return;
        }
      }
      const text = texts[key]!;
      if (text === null) return;
      if (seconds === noTimestamp) {
        this.#note(nth, index, parseFirst(text), this.#windows.duplicateMs);
      } else if (seconds * 1e6 + micros <= newestUs) {
        latest ??= indexRecords(text);
        const identity = identityText(value, seconds, micros);
        const known = latest.get(identity);
        if (known !== undefined) this.#note(nth, index, known, this.#windows.windowMs);
        else
          this.#late.push({
            nth,
            index,
            identity,
            listKey: this.#keys.list(sensorId, seconds),
            blocksKey: this.#keys.blocks(sensorId, seconds),
          });
      }
    });
  }

  /** Finds repeats among the late readings, in the values of `lateKeys`. */
  findLate(lateKeys: readonly string[], texts: readonly (string | null)[]): void {
    const textOf = new Map(lateKeys.map((key, nth) => [key, texts[nth] ?? ""]));
    const around = new Map<string, Map<string, FirstArrival>>();
    for (const { nth, index, identity, listKey, blocksKey } of this.#late) {
      let readings = around.get(listKey);
      if (readings === undefined) {
        readings = indexRecords(textOf.get(listKey)!);
        indexBlocks(textOf.get(blocksKey)!, readings);
        around.set(listKey, readings);
      }
      const known = readings.get(identity);
      if (known !== undefined) this.#note(nth, index, known, this.#windows.windowMs);
    }
  }

  #note(nth: number, index: number, { arrivalMs, sequence }: FirstArrival, windowMs: number): void {
    const head = this.#head;
    head.open(this.#requests[nth]!);
    if (head.arrivalMs - arrivalMs >= windowMs) return;
    let found = this.#found.get(nth);
    if (found === undefined) {
      found = { arrivalsMs: new Float64Array(head.readings), sequence: 0 };
      this.#found.set(nth, found);
    }
    // 0 means new, so a reading that arrived at time 0 counts as 1.
    found.arrivalsMs[index] = Math.max(1, arrivalMs);
    found.sequence = Math.max(found.sequence, sequence);
  }
}
