import { giveWay, sliceMs } from "./give-way.ts";

/** How much of a file is looked at before others get their turn. */
export const pieceBytes = 64 * 1024;

/** Work took longer than it may, all its slices together. */
export class WorkTooLongError extends Error {
  readonly code = "work_too_long";
}

/**
 * Divides long work into slices, so that requests of others are answered in between. Call `rest` often; it is cheap until a
 * slice is used up.
 */
export class WorkSlices {
  readonly #workMaxMs: number;
  #startMs = performance.now();
  #workedMs = 0;

  /** The time between slices does not count. */
  constructor(workMaxMs = Number.POSITIVE_INFINITY) {
    this.#workMaxMs = workMaxMs;
  }

  get isUsedUp(): boolean {
    return performance.now() - this.#startMs >= sliceMs;
  }

  /** Gives others their turn. Rejects if the work has taken too long already. */
  async rest(): Promise<void> {
    this.#workedMs += performance.now() - this.#startMs;
    if (this.#workedMs > this.#workMaxMs) throw new WorkTooLongError("The work takes too long.");
    await giveWay();
    this.#startMs = performance.now();
  }
}
