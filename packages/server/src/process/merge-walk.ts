import type { Clock } from "../platform/clock.ts";
import type { Housekeeping, MergeStep } from "../store/housekeeping.ts";

const walkEveryMs = 3_600_000;
/** How long one step may take before the queue is looked at again. Merging a thousand rows takes about two milliseconds. */
const stepMs = 5;
/** The last rows of a sensor are merged too if it has received nothing for this long. */
const quietAfterMs = 24 * 3_600_000;
/** How long rows that cannot be merged are skipped. Late rows among them wait as long. */
const skippedForMs = 24 * 3_600_000;
const skippedSensorsMax = 100_000;

interface MergeWalkParts {
  readonly store: Pick<
    Housekeeping,
    | "fileRows"
    | "sensorWithRowsAfter"
    | "mergeRows"
    | "sensorWithSmallBlocksAfter"
    | "packBlocks"
    | "releaseSpace"
  >;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  readonly clock: Clock;
  /** Left out if no other process merges readings in the same tables. */
  readonly isOwn?: (sensorId: number) => boolean;
}

/**
 * Merges rows into blocks while the processor has nothing else to do. Once an hour it files the staged rows, walks over
 * all sensors that have rows and then over those that have small blocks, which it packs into large ones, a few milliseconds
 * at a time. At last it frees the space that these took. It may stop at any point: the next walk finds the rest.
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
    this.#walk = { stage: "filing", doneUpTo: 0, sensorId: null, fromUs: 0 };
    if (nowMs - this.#skippedSinceMs < skippedForMs && this.#skipped.size < skippedSensorsMax) return;
    this.#skipped.clear();
    this.#skippedSinceMs = nowMs;
  }

  async #step(walk: Walk): Promise<void> {
    const { store, epoch } = this.#parts;
    switch (walk.stage) {
      case "filing":
        // Filing ends even if it failed: rows that are filed must not wait.
        walk.stage = "merging";
        if (await store.fileRows(epoch)) walk.stage = "filing";
        return;
      case "releasing":
        if (!(await store.releaseSpace(epoch))) this.#walk = null;
        return;
      default:
        await this.#stepOfSensor(walk, walk.stage);
    }
  }

  async #stepOfSensor(walk: Walk, stage: "merging" | "packing"): Promise<void> {
    if (walk.sensorId === null) {
      walk.sensorId = await this.#sensorAfter(walk.doneUpTo, stage);
      if (walk.sensorId === null) {
        walk.stage = stage === "merging" ? "packing" : "releasing";
        walk.doneUpTo = 0;
        return;
      }
      // The sensor is done even if its rows or blocks cannot be read: the other sensors must not wait for it.
      walk.doneUpTo = walk.sensorId;
      if (this.#parts.isOwn?.(walk.sensorId) === false) {
        walk.sensorId = null;
        return;
      }
      walk.fromUs =
        (stage === "merging" ? this.#skipped.get(walk.sensorId) : undefined) ?? Number.MIN_SAFE_INTEGER;
    }
    const { sensorId, fromUs } = walk;
    walk.sensorId = null;
    const done = await (stage === "merging" ? this.#merge(sensorId, fromUs) : this.#pack(sensorId, fromUs));
    if (done === null) return;
    walk.sensorId = sensorId;
    walk.fromUs = done.nextUs;
  }

  #sensorAfter(sensorId: number, stage: "merging" | "packing"): Promise<number | null> {
    const { store } = this.#parts;
    return stage === "merging"
      ? store.sensorWithRowsAfter(sensorId)
      : store.sensorWithSmallBlocksAfter(sensorId);
  }

  async #merge(sensorId: number, fromUs: number): Promise<MergeStep | null> {
    const { store, epoch, clock } = this.#parts;
    const quietSinceUs = (clock.nowMs() - quietAfterMs) * 1000;
    const done = await store.mergeRows({ sensorId, fromUs, quietSinceUs }, epoch);
    if (done?.merged === 0) this.#skipped.set(sensorId, done.nextUs);
    return done;
  }

  #pack(sensorId: number, fromUs: number): Promise<MergeStep | null> {
    return this.#parts.store.packBlocks(sensorId, fromUs, this.#parts.epoch);
  }
}

interface Walk {
  /** Staged rows are not merged, so they are filed first. */
  stage: "filing" | "merging" | "packing" | "releasing";
  doneUpTo: number;
  /** The sensor whose rows are being merged or whose blocks are being packed, and the time reached. */
  sensorId: number | null;
  fromUs: number;
}
