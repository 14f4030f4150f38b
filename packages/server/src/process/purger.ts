import type { ReadingStore } from "../store/reading-store.ts";

/** Rows deleted between two batches, so that a large sensor does not hold up the queue. */
const rowsPerStep = 5000;

/** Deletes the readings of removed sensors, a little at a time. Looking again finds nothing left to do, so it may die. */
export class Purger {
  readonly #removedSensors: () => Iterable<number>;
  readonly #store: ReadingStore;
  readonly #onPurged: (sensorId: number) => void;
  readonly #known = new Set<number>();
  readonly #pending: number[] = [];

  constructor(
    removedSensors: () => Iterable<number>,
    store: ReadingStore,
    onPurged: (sensorId: number) => void,
  ) {
    this.#removedSensors = removedSensors;
    this.#store = store;
    this.#onPurged = onPurged;
  }

  /** Learns of sensors removed since the last time, and returns them. */
  refresh(): number[] {
    const added = [...this.#removedSensors()].filter((sensorId) => !this.#known.has(sensorId));
    for (const sensorId of added) this.#known.add(sensorId);
    this.#pending.push(...added);
    return added;
  }

  /** Returns whether there was something to delete. */
  purgeSome(): boolean {
    const sensorId = this.#pending.at(-1);
    if (sensorId === undefined) return false;
    if (this.#store.purge(sensorId, rowsPerStep) < rowsPerStep) {
      this.#onPurged(sensorId);
      this.#pending.pop();
    }
    return true;
  }
}
