import type { Clock } from "../platform/clock.ts";
import { dayUs, RetentionPace } from "./retention-pace.ts";

/** Rows deleted between two batches, so that a large sensor does not hold up the queue. */
export const rowsPerStep = 5000;
/** Sensors looked at between two batches, most of which have nothing to delete. */
const sensorsPerStep = 200;

/** Deletes readings of a sensor from a time to before another, at most `max`; returns how many. */
export interface RangeRemover {
  removeRange(sensorId: number, fromUs: number, toUs: number, max: number): number;
}

/** Deletes readings of a sensor, at most `max`; returns how many. */
export interface SensorPurge {
  purge(sensorId: number, max: number): number;
}

/** What is to be deleted by age. */
export interface Retention {
  /** The sensors whose readings are not kept for ever. */
  readonly keptDays: () => Iterable<{ readonly sensorId: number; readonly days: number }>;
  readonly remover: RangeRemover;
  readonly clock: Clock;
}

/**
 * Deletes the readings of removed sensors, and those that are older than they are to be kept, a little at a time.
 * Looking again finds nothing left to do, so it may die.
 */
export class Purger {
  readonly #removedSensors: () => Iterable<number>;
  readonly #store: SensorPurge;
  readonly #onPurged: (sensorId: number) => Promise<void>;
  readonly #retention: Retention | null;
  readonly #pace: RetentionPace | null;
  readonly #known = new Set<number>();
  readonly #pending: number[] = [];
  readonly #tooOld: { readonly sensorId: number; readonly beforeUs: number }[] = [];

  constructor(
    removedSensors: () => Iterable<number>,
    store: SensorPurge,
    onPurged: (sensorId: number) => Promise<void>,
    retention: Retention | null = null,
  ) {
    this.#removedSensors = removedSensors;
    this.#store = store;
    this.#onPurged = onPurged;
    this.#retention = retention;
    this.#pace = retention === null ? null : new RetentionPace(retention.clock);
  }

  /** Learns of sensors removed since the last time, and returns them. How long readings are kept is looked up anew. */
  refresh(): number[] {
    const added = [...this.#removedSensors()].filter((sensorId) => !this.#known.has(sensorId));
    for (const sensorId of added) this.#known.add(sensorId);
    this.#pending.push(...added);
    // What was to be deleted may have to be kept by now.
    this.#tooOld.length = 0;
    this.#pace?.settingsChanged();
    return added;
  }

  /** Returns whether there was something to delete, or to look at. */
  async purgeSome(): Promise<boolean> {
    return (await this.#purgeRemoved()) || this.#purgeOld();
  }

  async #purgeRemoved(): Promise<boolean> {
    const sensorId = this.#pending.at(-1);
    if (sensorId === undefined) return false;
    if (this.#store.purge(sensorId, rowsPerStep) < rowsPerStep) {
      await this.#onPurged(sensorId);
      this.#pending.pop();
    }
    return true;
  }

  #purgeOld(): boolean {
    if (this.#retention === null) return false;
    if (this.#tooOld.length === 0) this.#look(this.#retention);
    if (this.#tooOld.length === 0) return false;
    let left = rowsPerStep;
    for (let looked = 0; looked < sensorsPerStep; looked++) {
      const sensor = this.#tooOld.at(-1);
      if (sensor === undefined) break;
      const { sensorId, beforeUs } = sensor;
      left -= this.#retention.remover.removeRange(sensorId, Number.MIN_SAFE_INTEGER, beforeUs, left);
      if (left <= 0) break;
      this.#tooOld.pop();
    }
    return true;
  }

  #look({ keptDays }: Retention): void {
    this.#pace?.lookWhenDue((fullHourUs) => {
      for (const { sensorId, days } of keptDays()) {
        this.#tooOld.push({ sensorId, beforeUs: fullHourUs - days * dayUs });
      }
    });
  }
}
