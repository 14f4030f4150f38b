import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { RefusalCode, RefusedCounts } from "@weir/protocol/request-reasons";
import type { ActivityRecord, CollectedActivity, Refusals, RejectedReading } from "./activity-record.ts";
import type { AnsweredRequest, PackedRequests } from "./packed-requests.ts";
import { recordsOf } from "./request-records.ts";
import { RequestRows } from "./request-rows.ts";

/** Maximum number of requests that wait to be collected. Past it, some are dropped until half of the room is free. */
const waitingMax = 16_384;
const roomyMax = waitingMax / 2;
const crowdedMin = waitingMax * 0.75;
const rejectedMax = 2000;
const refusalsMax = 10_000;

interface ActivityRecorderOptions {
  /** How many requests are kept of each device; 0 for none. */
  readonly keptPerDevice: number;
  /** Identifies the start of the server that answered the requests. */
  readonly boot: number;
}

/** Collected activity in the form that is sent between processes. */
export interface PackedActivity extends Omit<CollectedActivity, "records"> {
  readonly requests: PackedRequests;
}

/** A drop reason, or the name that stands for a duplicate. */
export type RefusalReason = keyof RejectedCounts | "dropped_duplicate";

/**
 * Records the activity of devices in memory until it is collected and written elsewhere. Does not promise completeness.
 * If activity arrives faster than it is collected, the oldest requests of the busiest devices are dropped. If there are
 * too many devices for that, a sample of the requests without trouble is kept.
 */
export class ActivityRecorder {
  readonly keptPerDevice: number;
  readonly boot: number;
  /** Called when so much waits that it should be collected soon. */
  onFull: () => void = () => undefined;
  readonly #requests: RequestRows;
  /** One of this many requests without trouble is recorded. A power of two. */
  #sampleStep = 1;
  #usualRequests = 0;
  #rejected: RejectedReading[] = [];
  #refusals = new Map<number, CountedRefusals>();
  #refusedRequests = new Map<number, RefusedCounts>();

  constructor({ keptPerDevice, boot }: ActivityRecorderOptions) {
    this.keptPerDevice = keptPerDevice;
    this.boot = boot;
    this.#requests = new RequestRows(keptPerDevice === 0 ? 0 : waitingMax);
  }

  /** Hot: called once per request. */
  request(request: AnsweredRequest): void {
    if (this.keptPerDevice === 0) return;
    if (this.#sampleStep > 1 && isUsual(request) && (++this.#usualRequests & (this.#sampleStep - 1)) !== 0)
      return;
    const requests = this.#requests;
    requests.add(request);
    if (requests.count === waitingMax) this.#makeRoom();
  }

  /** Takes readings for the quarantine. */
  rejected(readings: readonly RejectedReading[]): void {
    this.#rejected.push(...readings.slice(0, rejectedMax - this.#rejected.length));
    if (this.#rejected.length >= rejectedMax) this.onFull();
  }

  /** Counts readings of a sensor that were refused for one reason. `sensorId` is 0 if the sensor is unknown. */
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

  /** Counts a request of a device of the account that was refused as a whole. */
  refusedRequest(accountId: number, code: RefusalCode): void {
    let refused = this.#refusedRequests.get(accountId);
    if (refused === undefined) {
      if (this.#refusedRequests.size >= refusalsMax) this.onFull();
      refused = {};
      this.#refusedRequests.set(accountId, refused);
    }
    refused[code] = (refused[code] ?? 0) + 1;
  }

  /** Returns the newest `most` requests of each of these accounts that were not shown before, in order of arrival. */
  show(accountIds: readonly number[], most: number): ActivityRecord[] {
    return this.#requests.show(this.boot, accountIds, most);
  }

  /** Returns what was recorded since the last call, or null if nothing was. */
  collect(): PackedActivity | null {
    const { keptPerDevice, boot } = this;
    const requests = this.#requests;
    const counted = this.#refusals.size + this.#refusedRequests.size;
    if (requests.count + this.#rejected.length + counted === 0) return null;
    requests.thin(keptPerDevice, waitingMax);
    const collected = {
      keptPerDevice,
      requests: requests.pack(boot),
      rejected: this.#rejected,
      refusals: [...this.#refusals.values()],
      refusedRequests: Array.from(this.#refusedRequests, ([accountId, refused]) => ({ accountId, refused })),
    };
    requests.clear();
    this.#sampleStep = 1;
    this.#rejected = [];
    this.#refusals = new Map();
    this.#refusedRequests = new Map();
    return collected;
  }

  #makeRoom(): void {
    const requests = this.#requests;
    const devices = requests.thin(this.keptPerDevice, waitingMax);
    if (requests.count <= roomyMax) return;
    const share = Math.floor(roomyMax / devices);
    if (share > 0) requests.thin(share, roomyMax);
    else {
      this.#sampleStep *= 2;
      requests.halve();
      // If most requests have trouble, the newest ones are worth more.
      if (requests.count > crowdedMin) requests.thin(this.keptPerDevice, roomyMax);
    }
  }
}

function isUsual({ error, trouble }: AnsweredRequest): boolean {
  return error === null && trouble === null;
}

export function unpackActivity({ requests, ...others }: PackedActivity): CollectedActivity {
  return { ...others, records: recordsOf(requests) };
}

interface CountedRefusals extends Refusals {
  duplicates: number;
  readonly rejected: RejectedCounts;
}
