import type { Clock } from "../platform/clock.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import { dayUs, RetentionPace } from "./retention-pace.ts";

/** Rows deleted between two batches, so that a large sensor does not hold up the queue. */
export const rowsPerStep = 5000;
/** Sensors looked at between two batches. Most of them have nothing to delete. */
const sensorsPerStep = 200;

export interface PurgerParts {
  readonly store: Pick<Housekeeping, "removeSensor" | "removeRange">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  readonly removedSensors: () => Iterable<number>;
  /** The sensors whose readings are not kept for ever. */
  readonly keptDays: () => Iterable<{ readonly sensorId: number; readonly days: number }>;
  /** Called when all readings of a removed sensor are deleted. */
  readonly onPurged: (sensorId: number) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Deletes the readings of removed sensors, and readings past their retention, a little at a time. It may be interrupted
 * at any point, because the next look finds what is left.
 */
export class Purger {
  readonly #parts: PurgerParts;
  readonly #pace: RetentionPace;
  readonly #known = new Set<number>();
  readonly #pending: number[] = [];
  readonly #tooOld: { readonly sensorId: number; readonly beforeUs: number }[] = [];

  constructor(parts: PurgerParts) {
    this.#parts = parts;
    this.#pace = new RetentionPace(parts.clock);
  }

  /** Returns the sensors removed since the last call. Retention settings are read again. */
  refresh(): number[] {
    const added = [...this.#parts.removedSensors()].filter((sensorId) => !this.#known.has(sensorId));
    for (const sensorId of added) this.#known.add(sensorId);
    this.#pending.push(...added);
    // Readings that were to be deleted may have to be kept now.
    this.#tooOld.length = 0;
    this.#pace.settingsChanged();
    return added;
  }

  /** Returns whether there was something to delete or to look at. */
  async purgeSome(): Promise<boolean> {
    return (await this.#purgeRemoved()) || this.#purgeOld();
  }

  async #purgeRemoved(): Promise<boolean> {
    const sensorId = this.#pending.at(-1);
    if (sensorId === undefined) return false;
    const { store, epoch, onPurged } = this.#parts;
    if ((await store.removeSensor(sensorId, rowsPerStep, epoch)) < rowsPerStep) {
      await onPurged(sensorId);
      // Other sensors may have been removed meanwhile.
      this.#pending.splice(this.#pending.indexOf(sensorId), 1);
    }
    return true;
  }

  async #purgeOld(): Promise<boolean> {
    const { store, epoch } = this.#parts;
    if (this.#tooOld.length === 0) this.#look();
    if (this.#tooOld.length === 0) return false;
    let left = rowsPerStep;
    for (let looked = 0; looked < sensorsPerStep; looked++) {
      const sensor = this.#tooOld.at(-1);
      if (sensor === undefined) break;
      const { sensorId, beforeUs } = sensor;
      const range = { sensorId, fromUs: Number.MIN_SAFE_INTEGER, toUs: beforeUs, max: left };
      left -= await store.removeRange(range, epoch);
      if (left <= 0) break;
      // Settings may have changed meanwhile, and the list with them.
      if (this.#tooOld.at(-1) === sensor) this.#tooOld.pop();
    }
    return true;
  }

  #look(): void {
    const { keptDays } = this.#parts;
    this.#pace.lookWhenDue((fullHourUs) => {
      for (const { sensorId, days } of keptDays()) {
        this.#tooOld.push({ sensorId, beforeUs: fullHourUs - days * dayUs });
      }
    });
  }
}
