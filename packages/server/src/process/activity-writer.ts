import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { CollectedActivity } from "../activity/activity-record.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type {
  ActivityKeeper,
  ActivityPart,
  ClockOffset,
  SentTimes,
} from "../store/activity/activity-keeper.ts";

/** Maximum number of messages that wait while the store cannot write. The server sends about one per second. */
const waitingMax = 8;
/** Deleted devices whose activity is deleted between two batches, at a few milliseconds each. */
const forgottenPerTurn = 10;

interface ActivityWriterParts {
  readonly store: Pick<ActivityKeeper, "keep" | "devices">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  /** The ids of all devices in control data, or of one device if it exists. */
  readonly deviceIds: (deviceId?: number) => readonly number[];
  /** Whether the device belongs to the partition. */
  readonly isOwn: (deviceId: number) => boolean;
  readonly hasAccount: (accountId: number) => boolean;
  readonly tenantOf: (accountId: number) => number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes the activity of devices, in its own transactions between the batches of readings. Nothing depends on it: while
 * the store cannot write, a few messages wait, then the oldest of them are lost.
 *
 * All activity of a deleted device is deleted, and what arrives after the deletion is not written. Any writer may receive activity
 * and write it until it hears of the deletion. So not only the owner of the device's partition deletes it, but also every writer
 * that may have written some.
 */
export class ActivityWriter {
  readonly #parts: ActivityWriterParts;
  readonly #waiting: CollectedActivity[] = [];
  readonly #toForget = new Set<number>();
  #lost = 0;
  /** Whether there is something new to write. A failed write is tried again with it, not sooner. */
  #isDue = false;

  constructor(parts: ActivityWriterParts) {
    this.#parts = parts;
  }

  receive(activity: CollectedActivity): void {
    this.#waiting.push(activity);
    this.#isDue = true;
    if (this.#waiting.length <= waitingMax) return;
    this.#waiting.shift();
    this.#lost++;
  }

  /** Finds devices that were deleted while this process was not running. */
  async lookForDeleted(): Promise<void> {
    const kept = await this.#parts.store.devices();
    const existing = new Set(this.#parts.deviceIds());
    for (const deviceId of kept) {
      if (!existing.has(deviceId)) this.#toForget.add(deviceId);
    }
    this.#isDue = true;
  }

  /**
   * Called when something about the device has changed; it may have been deleted. `hasCollected`: this process has been given
   * activity or connections to write.
   */
  deviceChanged(deviceId: number, hasCollected: boolean): void {
    const { isOwn, deviceIds } = this.#parts;
    if (!(isOwn(deviceId) || hasCollected) || deviceIds(deviceId).length > 0) return;
    this.#toForget.add(deviceId);
    this.#isDue = true;
  }

  /** Whether there is more to write. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Writes the waiting messages. Messages that could not be written continue to wait. */
  async write(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    const { store, epoch, clock, log } = this.#parts;
    const forgottenDeviceIds = [...this.#toForget.values().take(forgottenPerTurn)];
    const written = [...this.#waiting];
    const nowMs = clock.nowMs();
    const parts = written.map((activity) => this.#partOf(activity, nowMs));
    await store.keep({ parts, forgottenDeviceIds, nowMs }, epoch);
    if (this.#lost > 0) log.warn("device activity was lost because the store could not write");
    this.#lost = 0;
    // More messages may have arrived meanwhile and pushed out some of these.
    while (this.#waiting.length > 0 && written.includes(this.#waiting[0]!)) this.#waiting.shift();
    for (const deviceId of forgottenDeviceIds) this.#toForget.delete(deviceId);
    this.#isDue = this.#toForget.size + this.#waiting.length > 0;
  }

  #partOf(
    { records, rejected, refusals, refusedRequests, keptPerDevice }: CollectedActivity,
    nowMs: number,
  ): ActivityPart {
    const known = this.#ofKnownDevices(records);
    const refused = this.#ofKnownDevices(refusals);
    return {
      records: known,
      keptPerDevice,
      tenantOf: this.#parts.tenantOf,
      clocks: lastWithClock(known),
      times: lastTimes(known),
      quarantined: this.#ofKnownDevices(rejected),
      troubles: lastTroubles(known, refused, nowMs),
      counts: refused.map((counted) => ({ ...nothingCounted, ...counted })),
      refusedRequests: refusedRequests.filter(({ accountId }) => this.#parts.hasAccount(accountId)),
    };
  }

  #ofKnownDevices<Of extends { readonly deviceId: number }>(all: readonly Of[]): readonly Of[] {
    return all.filter(({ deviceId }) => this.#parts.deviceIds(deviceId).length > 0);
  }
}

const nothingCounted = { accepted: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

/** Returns the newest request of each device that showed its clock. */
function lastWithClock(records: CollectedActivity["records"]): ClockOffset[] {
  const newest = new Map<number, ClockOffset>();
  for (const { deviceId, clockOffsetMs, arrivalMs } of records) {
    if (clockOffsetMs === null) continue;
    const known = newest.get(deviceId);
    if (known !== undefined && known.arrivalMs > arrivalMs) continue;
    newest.set(deviceId, { deviceId, clockOffsetMs, arrivalMs });
  }
  return [...newest.values()];
}

/** Returns when each device last sent right and wrong times. Requests of which nothing was accepted do not count. */
function lastTimes(records: CollectedActivity["records"]): SentTimes[] {
  const last = new Map<number, { -readonly [Key in keyof SentTimes]: SentTimes[Key] }>();
  for (const { deviceId, accepted, arrivalMs, behindMs } of records) {
    if (accepted === 0) continue;
    const known = last.get(deviceId) ?? { deviceId, currentMs: null, wrongMs: null, behindMs: null };
    last.set(deviceId, known);
    if (behindMs === undefined) known.currentMs = Math.max(arrivalMs, known.currentMs ?? arrivalMs);
    else if (known.wrongMs === null || arrivalMs >= known.wrongMs) {
      known.wrongMs = arrivalMs;
      known.behindMs = behindMs;
    }
  }
  return [...last.values()];
}

/**
 * Returns when a request of each device was last refused or a reading rejected. A duplicate is neither. Busy devices do
 * not report every request, and none are reported with activity switched off. Rejected readings are counted all the
 * same, but without their time.
 */
function lastTroubles(
  records: CollectedActivity["records"],
  refusals: CollectedActivity["refusals"],
  nowMs: number,
): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const { deviceId, error, rejected, arrivalMs } of records) {
    if (error !== null || hasAny(rejected)) last.set(deviceId, Math.max(arrivalMs, last.get(deviceId) ?? 0));
  }
  for (const { deviceId, rejected } of refusals) {
    if (hasAny(rejected) && !last.has(deviceId)) last.set(deviceId, nowMs);
  }
  return last;
}

function hasAny(rejected: RejectedCounts | null): boolean {
  return rejected !== null && Object.keys(rejected).length > 0;
}
