import type { Clock } from "../platform/clock.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import { rowsPerStep } from "./purger.ts";
import { dayUs, RetentionPace } from "./retention-pace.ts";

/** Devices looked at between two batches. Most of them have nothing to delete. */
const devicesPerStep = 200;

interface BatteryPurgerParts {
  readonly store: Pick<Housekeeping, "deviceWithLevelsAfter" | "removeLevels">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  /** For how many days a device's battery levels are kept; null means for ever. */
  readonly keptDays: (deviceId: number) => number | null | "deleted";
  readonly clock: Clock;
}

/**
 * Deletes the battery history of deleted devices, and battery levels past their retention, a little at a time. It walks
 * over all devices that have a history instead of a list of deletions. So it also finds levels that were still in the
 * queue when their device was deleted, and it may stop at any point: the next walk finds the rest.
 */
export class BatteryPurger {
  readonly #parts: BatteryPurgerParts;
  readonly #pace: RetentionPace;
  /** Null between two walks. */
  #walk: { readonly fullHourUs: number; doneUpTo: number } | null = null;

  constructor(parts: BatteryPurgerParts) {
    this.#parts = parts;
    this.#pace = new RetentionPace(parts.clock);
  }

  /** Called when a device was deleted or a setting changed: the next walk starts within a minute. */
  refresh(): void {
    this.#pace.settingsChanged();
  }

  /** Returns whether there was something to delete or to look at. */
  async purgeSome(): Promise<boolean> {
    if (this.#walk === null) {
      this.#pace.lookWhenDue((fullHourUs) => {
        this.#walk = { fullHourUs, doneUpTo: 0 };
      });
    }
    const walk = this.#walk;
    if (walk === null) return false;
    const { store, epoch } = this.#parts;
    let left = rowsPerStep;
    for (let looked = 0; looked < devicesPerStep; looked++) {
      const deviceId = await store.deviceWithLevelsAfter(walk.doneUpTo);
      if (deviceId === null) {
        this.#walk = null;
        break;
      }
      const beforeUs = this.#keptFromUs(deviceId, walk.fullHourUs);
      if (beforeUs !== null) left -= await store.removeLevels({ deviceId, beforeUs, max: left }, epoch);
      if (left <= 0) break;
      walk.doneUpTo = deviceId;
    }
    return true;
  }

  #keptFromUs(deviceId: number, fullHourUs: number): number | null {
    const days = this.#parts.keptDays(deviceId);
    if (days === "deleted") return Number.MAX_SAFE_INTEGER;
    return days === null ? null : fullHourUs - days * dayUs;
  }
}
