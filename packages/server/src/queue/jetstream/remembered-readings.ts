import { type FrameReader, noTimestamp } from "../packed-readings.ts";
import { firstText } from "./asked-readings.ts";
import type { IdentityKeys } from "./identity-keys.ts";
import { type FirstArrival, RecordWriter } from "./identity-records.ts";
import { rememberAs } from "./remember-script.ts";

/** Collects what is remembered of entries: keys, and three arguments for each. */
export class RememberedReadings {
  readonly #keys: IdentityKeys;
  readonly #duplicateMs: number;
  readonly #records = new RecordWriter();
  #named: string[] = [];
  #args: string[] = [];
  /** The key of the readings added last, which mostly belong to one sensor and one time. */
  #bucket = "";
  #sensorId = -1;
  #newestUs = Number.NEGATIVE_INFINITY;
  #keptMs = 0;

  constructor(keys: IdentityKeys, duplicateMs: number) {
    this.#keys = keys;
    this.#duplicateMs = duplicateMs;
  }

  /** Adds the readings of the frame under the cursor, which are kept for `keptMs`. */
  addFrame(frames: FrameReader, first: FirstArrival, keptMs: number): void {
    this.#flush();
    this.#keptMs = keptMs;
    while (frames.nextReading()) {
      const { sensorId, value, deviceSeconds, deviceMicros } = frames;
      if (deviceSeconds === noTimestamp) {
        this.#put(this.#keys.value(sensorId, value), rememberAs.value, firstText(first), this.#duplicateMs);
        continue;
      }
      const bucket = this.#keys.bucket(sensorId, deviceSeconds);
      if (bucket !== this.#bucket) this.#flushList();
      if (sensorId !== this.#sensorId) this.#flushNewest();
      this.#bucket = bucket;
      this.#sensorId = sensorId;
      this.#newestUs = Math.max(this.#newestUs, deviceSeconds * 1e6 + deviceMicros);
      this.#records.add(value, deviceSeconds, deviceMicros, first.arrivalMs, first.sequence);
    }
  }

  /** Returns what was collected since the last call. */
  take(): { readonly keys: readonly string[]; readonly args: readonly string[] } {
    this.#flush();
    const taken = { keys: this.#named, args: this.#args };
    this.#named = [];
    this.#args = [];
    return taken;
  }

  #flush(): void {
    this.#flushList();
    this.#flushNewest();
  }

  #flushList(): void {
    if (this.#bucket !== "") this.#put(this.#bucket, rememberAs.list, this.#records.take(), this.#keptMs);
    this.#bucket = "";
  }

  #flushNewest(): void {
    if (this.#sensorId >= 0)
      this.#put(this.#keys.newest(this.#sensorId), rememberAs.newest, String(this.#newestUs), this.#keptMs);
    this.#sensorId = -1;
    this.#newestUs = Number.NEGATIVE_INFINITY;
  }

  #put(key: string, as: string, text: string, keptMs: number): void {
    this.#named.push(key);
    this.#args.push(as, text, String(keptMs));
  }
}
