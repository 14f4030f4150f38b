import { reasonOf } from "../platform/log.ts";
import { isOfContent } from "./is-of-content.ts";
import type { ReadingBatch } from "./reading-batch.ts";

/**
 * Finds the reading that the store refuses, so that one reading cannot hold up its partition. The same batch would be
 * refused for ever, so the next attempt contains less of it: half of its entries, then half of the readings of the only
 * entry that is left, and at last one reading. What is left out stays in the queue, or is parked. If the store refuses one
 * reading twice, it is put aside as a dead letter.
 */
export class Narrowing {
  /** How many entries and readings the attempt contains at most. */
  entriesMax = Number.POSITIVE_INFINITY;
  readingsMax = Number.POSITIVE_INFINITY;
  /** Why the only reading of the attempt is put aside; null if it goes through its chain. */
  reason: string | null = null;
  #isSecond = false;
  readonly #batch: Pick<ReadingBatch, "readings">;

  constructor(batch: Pick<ReadingBatch, "readings">) {
    this.#batch = batch;
  }

  /** Whether the attempt contains less than a whole batch. */
  get isOn(): boolean {
    return this.readingsMax !== Number.POSITIVE_INFINITY;
  }

  /** Attempts a batch, and less and less of it for as long as the store refuses its content. */
  async untilTaken(entries: number, attempt: () => Promise<void>): Promise<void> {
    try {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (!isOfContent(error) || !this.#narrow(entries, error)) throw error;
        }
      }
    } finally {
      this.entriesMax = Number.POSITIVE_INFINITY;
      this.readingsMax = Number.POSITIVE_INFINITY;
      this.reason = null;
      this.#isSecond = false;
    }
  }

  /** Returns false if trying less of the batch is no use. */
  #narrow(entriesOfBatch: number, error: unknown): boolean {
    if (this.#batch.readings === 0 || this.reason !== null) return false;
    const entries = Math.min(this.entriesMax, entriesOfBatch);
    const readings = Math.min(this.readingsMax, this.#batch.readings);
    if (entries > 1) this.entriesMax = Math.floor(entries / 2);
    else if (readings > 1) this.readingsMax = Math.floor(readings / 2);
    else if (this.#isSecond) this.reason = `The store refused the reading: ${reasonOf(error)}`;
    else {
      this.readingsMax = 1;
      this.#isSecond = true;
    }
    return true;
  }
}
