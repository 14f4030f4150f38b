import type { FrameCursor } from "../frame-cursor.ts";
import { noTimestamp } from "../packed-readings.ts";
import type { IdentityKeys } from "./identity-keys.ts";
import { type FirstArrival, identityText, indexRecords } from "./identity-records.ts";

/** The values in Redis, by key. */
type Found = ReadonlyMap<string, string>;

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
  readonly sequence: number;
}

/**
 * The readings of one request while they are looked up, in columns, because the request itself is no longer valid then.
 * First the newest timestamps of their sensors are fetched, and the readings without a timestamp. Then the lists around
 * readings that are not newer.
 */
export class AskedReadings {
  readonly #keys: IdentityKeys;
  readonly #windows: IdentityWindowsMs;
  readonly #arrivalMs: number;
  readonly #sensorIds: number[] = [];
  readonly #values: number[] = [];
  readonly #seconds: number[] = [];
  readonly #micros: number[] = [];

  constructor(cursor: FrameCursor, keys: IdentityKeys, windows: IdentityWindowsMs) {
    this.#keys = keys;
    this.#windows = windows;
    this.#arrivalMs = cursor.arrivalMs;
    while (cursor.next()) {
      this.#sensorIds.push(cursor.sensorId);
      this.#values.push(cursor.value);
      this.#seconds.push(cursor.seconds);
      this.#micros.push(cursor.micros);
    }
  }

  get firstKeys(): string[] {
    const keys: string[] = [];
    let lastSensorId = -1;
    for (const [nth, sensorId] of this.#sensorIds.entries()) {
      if (this.#seconds[nth] === noTimestamp) keys.push(this.#keys.value(sensorId, this.#values[nth]!));
      // Neighbouring readings mostly belong to one sensor.
      else if (sensorId !== lastSensorId) keys.push(this.#keys.newest(sensorId));
      lastSensorId = this.#seconds[nth] === noTimestamp ? -1 : sensorId;
    }
    return keys;
  }

  listKeys(first: Found): string[] {
    const keys: string[] = [];
    if (first.size === 0) return keys;
    this.#eachNotNewer(first, (nth) => {
      const key = this.#keys.bucket(this.#sensorIds[nth]!, this.#seconds[nth]!);
      if (keys.at(-1) !== key) keys.push(key);
    });
    return keys;
  }

  /** Returns null if all are new. */
  find(first: Found, lists: Found): FoundRepeats | null {
    if (first.size === 0) return null;
    let found: { arrivalsMs: Float64Array; sequence: number } | null = null;
    const note = (nth: number, known: FirstArrival | undefined, windowMs: number) => {
      if (known === undefined || this.#arrivalMs - known.arrivalMs >= windowMs) return;
      found ??= { arrivalsMs: new Float64Array(this.#sensorIds.length), sequence: 0 };
      // 0 means new, so a reading that arrived at time 0 counts as 1.
      found.arrivalsMs[nth] = Math.max(1, known.arrivalMs);
      found.sequence = Math.max(found.sequence, known.sequence);
    };
    for (const [nth, seconds] of this.#seconds.entries()) {
      if (seconds !== noTimestamp) continue;
      const text = first.get(this.#keys.value(this.#sensorIds[nth]!, this.#values[nth]!));
      if (text !== undefined) note(nth, parseFirst(text), this.#windows.duplicateMs);
    }
    if (lists.size === 0) return found;
    const indexes = new Map<string, Map<string, FirstArrival>>();
    this.#eachNotNewer(first, (nth) => {
      const key = this.#keys.bucket(this.#sensorIds[nth]!, this.#seconds[nth]!);
      let index = indexes.get(key);
      if (index === undefined) {
        index = indexRecords(lists.get(key) ?? "");
        indexes.set(key, index);
      }
      const identity = identityText(this.#values[nth]!, this.#seconds[nth]!, this.#micros[nth]!);
      note(nth, index.get(identity), this.#windows.windowMs);
    });
    return found;
  }

  /** Visits the readings with a timestamp that is not after everything their sensor has sent. */
  #eachNotNewer(first: Found, visit: (nth: number) => void): void {
    let lastSensorId = -1;
    let newestUs = Number.NEGATIVE_INFINITY;
    for (const [nth, sensorId] of this.#sensorIds.entries()) {
      const seconds = this.#seconds[nth]!;
      if (seconds === noTimestamp) continue;
      if (sensorId !== lastSensorId) {
        const text = first.get(this.#keys.newest(sensorId));
        newestUs = text === undefined ? Number.NEGATIVE_INFINITY : Number(text);
        lastSensorId = sensorId;
      }
      if (seconds * 1e6 + this.#micros[nth]! <= newestUs) visit(nth);
    }
  }
}

export function firstText({ arrivalMs, sequence }: FirstArrival): string {
  return `${arrivalMs}.${sequence}`;
}

function parseFirst(text: string): FirstArrival {
  const [arrivalMs, sequence] = text.split(".");
  return { arrivalMs: Number(arrivalMs), sequence: Number(sequence) };
}
