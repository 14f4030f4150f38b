import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ActivityRecord, Noticed, Refusals, RejectedReading } from "./activity-record.ts";

/** Requests that wait to be told. Past this only the newest of each device stay. */
const waitingMax = 32_768;
const rejectedMax = 2000;
const refusalsMax = 10_000;

export interface ActivityRecorderOptions {
  /** Requests kept of each device; 0 where none are to be. */
  readonly keptPerDevice: number;
}

/** A drop reason, or what stands for a duplicate. */
export type RefusalReason = keyof RejectedCounts | "dropped_duplicate";

/**
 * Notes what the server saw of requests, in memory, until it is collected and written down elsewhere. It is no promise to
 * anybody: what comes in faster than it is collected is thinned out, the oldest of the busiest devices first.
 */
export class ActivityRecorder {
  readonly keptPerDevice: number;
  /** Called when so much waits that it should be collected soon. */
  onFull: () => void = () => undefined;
  /** Called with each request, while somebody watches. */
  onRequest: ((record: ActivityRecord) => void) | null = null;
  #records: ActivityRecord[] = [];
  #rejected: RejectedReading[] = [];
  #refusals = new Map<number, CountedRefusals>();

  constructor({ keptPerDevice }: ActivityRecorderOptions) {
    this.keptPerDevice = keptPerDevice;
  }

  /** Hot: once per request. */
  request(record: ActivityRecord): void {
    if (this.#records.push(record) >= waitingMax) this.#makeRoom();
    this.onRequest?.(record);
  }

  /** Readings for the quarantine. */
  rejected(readings: readonly RejectedReading[]): void {
    this.#rejected.push(...readings.slice(0, rejectedMax - this.#rejected.length));
    if (this.#rejected.length >= rejectedMax) this.onFull();
  }

  /** So many readings of a sensor, or (0) of nobody knows which, were refused for one reason. */
  refused(
    device: { readonly id: number; readonly accountId: number },
    sensorId: number,
    reason: RefusalReason,
    readings: number,
  ): void {
    const key = sensorId === 0 ? -device.id : sensorId;
    let counted = this.#refusals.get(key);
    if (counted === undefined) {
      if (this.#refusals.size >= refusalsMax) this.onFull();
      counted = { accountId: device.accountId, deviceId: device.id, sensorId, duplicates: 0, rejected: {} };
      this.#refusals.set(key, counted);
    }
    if (reason === "dropped_duplicate") counted.duplicates += readings;
    else counted.rejected[reason] = (counted.rejected[reason] ?? 0) + readings;
  }

  /** What was noted since the last time; null where that is nothing. */
  collect(): Noticed | null {
    if (this.#records.length === 0 && this.#rejected.length === 0 && this.#refusals.size === 0) return null;
    const { keptPerDevice } = this;
    const records = newestOfEach(this.#records, keptPerDevice);
    const noticed = {
      keptPerDevice,
      records,
      rejected: this.#rejected,
      refusals: [...this.#refusals.values()],
    };
    this.#records = [];
    this.#rejected = [];
    this.#refusals = new Map();
    return noticed;
  }

  #makeRoom(): void {
    this.#records = newestOfEach(this.#records, this.keptPerDevice);
    if (this.#records.length > waitingMax / 2) this.onFull();
    // Nobody collects them: then the newest are worth more.
    if (this.#records.length > waitingMax / 2) this.#records = this.#records.slice(-waitingMax / 2);
  }
}

interface CountedRefusals extends Refusals {
  duplicates: number;
  readonly rejected: RejectedCounts;
}

/** In the order they came. */
function newestOfEach(records: readonly ActivityRecord[], keptPerDevice: number): ActivityRecord[] {
  const seen = new Map<number, number>();
  const newest: ActivityRecord[] = [];
  for (let nth = records.length - 1; nth >= 0; nth--) {
    const record = records[nth]!;
    const later = seen.get(record.deviceId) ?? 0;
    if (later >= keptPerDevice) continue;
    seen.set(record.deviceId, later + 1);
    newest.push(record);
  }
  return newest.reverse();
}
