import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { CollectedActivity } from "../activity/activity-record.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { ActivityKeeper, ActivityPart, ClockOffset } from "../store/activity-keeper.ts";

/** Messages that wait while the store cannot write. The server sends about one a second. */
const waitingMax = 8;
/** Deleted devices of which the server may still tell something; ids are never given twice. */
const deletedMax = 10_000;
/** Deleted devices that are forgotten between two batches, at a few milliseconds each. */
const forgottenPerTurn = 10;

export interface ActivityWriterParts {
  readonly store: Pick<ActivityKeeper, "keep" | "devices">;
  /** That under which this process owns the partition. */
  readonly epoch: number;
  /** The devices there are in control data, or, of one, whether it is there. */
  readonly deviceIds: (deviceId?: number) => readonly number[];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes the activity of devices, in transactions of its own between the batches of readings. Nothing
 * depends on it: while the store cannot write a few messages wait, then the oldest of them are lost.
 *
 * Of a device that was deleted everything goes, also activity from before that arrives later.
 */
export class ActivityWriter {
  readonly #parts: ActivityWriterParts;
  readonly #waiting: CollectedActivity[] = [];
  readonly #deleted = new Set<number>();
  readonly #toForget = new Set<number>();
  #lost = 0;
  /** Whether there is something new to do. What failed is tried again with it, not sooner. */
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

  /** Devices may have been deleted while nobody listened. */
  async lookForDeleted(): Promise<void> {
    const kept = await this.#parts.store.devices();
    const existing = new Set(this.#parts.deviceIds());
    for (const deviceId of kept) {
      if (!existing.has(deviceId)) this.#toForget.add(deviceId);
    }
    this.#isDue = true;
  }

  /** Something about the device has changed; it may have been deleted. */
  deviceChanged(deviceId: number): void {
    if (this.#parts.deviceIds(deviceId).length > 0) return;
    this.#toForget.add(deviceId);
    this.#isDue = true;
    this.#deleted.add(deviceId);
    if (this.#deleted.size > deletedMax) this.#deleted.delete(this.#deleted.values().next().value!);
  }

  /** Whether there is more to write. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Writes what waits. What could not be written goes on waiting. */
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
    // More may have come meanwhile, and have pushed out some of these.
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
      clocks: lastWithClock(known),
      quarantined: this.#ofKnownDevices(rejected),
      troubles: lastTroubles(known, refused, nowMs),
      counts: refused.map((counted) => ({ ...nothingCounted, ...counted })),
      refusedRequests,
    };
  }

  #ofKnownDevices<Of extends { readonly deviceId: number }>(all: readonly Of[]): readonly Of[] {
    return this.#deleted.size === 0 ? all : all.filter(({ deviceId }) => !this.#deleted.has(deviceId));
  }
}

const nothingCounted = { accepted: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

/** Of each device the newest request that showed its clock. */
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

/**
 * When each device was last refused or rejected. A repeat is neither. Of a busy device not every request is told, and with
 * activity switched off none is; the readings that were rejected are counted all the same, if without their time.
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
