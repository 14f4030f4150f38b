import type { Clock } from "../platform/clock.ts";
import type { Housekeeping } from "../store/housekeeping.ts";

const walkEveryMs = 3_600_000;
/** How long one step may take before the queue is looked at again. Merging a thousand rows takes about two milliseconds. */
const stepMs = 5;
/** The last rows of a sensor are merged too if it has received nothing for this long. */
const quietAfterMs = 24 * 3_600_000;
/** How long rows that cannot be merged are skipped. Late rows among them wait as long. */
const skippedForMs = 24 * 3_600_000;
const skippedSensorsMax = 100_000;

interface MergeWalkParts {
  readonly store: Pick<Housekeeping, "fileRows" | "sensorWithRowsAfter" | "mergeRows" | "releaseSpace">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  readonly clock: Clock;
}

/**
 * Merges rows into blocks while the processor has nothing else to do. Once an hour it files the staged rows, walks over
 * all sensors that have rows, a few milliseconds at a time, and then frees the space that the rows took. It may stop at
 * any point: the next walk finds the rest.
 */
export class MergeWalk {
  readonly #parts: MergeWalkParts;
  /** Null between two walks. */
  #walk: Walk | null = null;
  #walkedMs = Number.NEGATIVE_INFINITY;
  /** The time up to which the rows of a sensor cannot be merged, because they have metadata. */
  readonly #skipped = new Map<number, number>();
  #skippedSinceMs = Number.NEGATIVE_INFINITY;

  constructor(parts: MergeWalkParts) {
    this.#parts = parts;
  }

  /** Returns whether there was something to merge or to look at. */
  async mergeSome(): Promise<boolean> {
    this.#beginWhenDue();
    const endMs = performance.now() + stepMs;
    while (this.#walk !== null) {
      await this.#step(this.#walk);
      if (performance.now() > endMs) return true;
    }
    return false;
  }

  #beginWhenDue(): void {
    const nowMs = this.#parts.clock.nowMs();
    if (this.#walk !== null || Math.abs(nowMs - this.#walkedMs) < walkEveryMs) return;
    this.#walkedMs = nowMs;
    this.#walk = { isFiling: true, doneUpTo: 0, sensorId: null, fromUs: 0 };
    if (nowMs - this.#skippedSinceMs < skippedForMs && this.#skipped.size < skippedSensorsMax) return;
    this.#skipped.clear();
    this.#skippedSinceMs = nowMs;
  }

  async #step(walk: Walk): Promise<void> {
    const { store, epoch, clock } = this.#parts;
    if (walk.isFiling) {
      // Filing ends even if it failed: rows that are filed must not wait.
      walk.isFiling = false;
      walk.isFiling = await store.fileRows(epoch);
      return;
    }
    if (walk.sensorId === null) {
      walk.sensorId = await store.sensorWithRowsAfter(walk.doneUpTo);
      if (walk.sensorId === null) {
        if (!(await store.releaseSpace(epoch))) this.#walk = null;
        return;
      }
      // The sensor is done even if its rows cannot be read: the other sensors must not wait for it.
      walk.doneUpTo = walk.sensorId;
      walk.fromUs = this.#skipped.get(walk.sensorId) ?? Number.MIN_SAFE_INTEGER;
    }
    const { sensorId, fromUs } = walk;
    walk.sensorId = null;
    const quietSinceUs = (clock.nowMs() - quietAfterMs) * 1000;
    const done = await store.mergeRows({ sensorId, fromUs, quietSinceUs }, epoch);
    if (done === null) return;
    if (done.merged === 0) this.#skipped.set(sensorId, done.nextUs);
    walk.sensorId = sensorId;
    walk.fromUs = done.nextUs;
  }
}

interface Walk {
  /** Staged rows are not merged, so they are filed first. */
  isFiling: boolean;
  doneUpTo: number;
  /** The sensor that is being merged, and the time reached. */
  sensorId: number | null;
  fromUs: number;
}
