import type { SettledCounts } from "../store/reading-store.ts";

/** What is done in a batch: it fetches what it needs, and then runs in one go. What became of readings is added to the counts. */
export type BatchWork = (counts: SettledCounts) => void | Promise<void>;

export interface BatchOptions {
  /** Counts that wait for their time are written with this batch. */
  readonly countsNow?: boolean;
  /** No queue has what the batch is about: it has to survive a power cut when it is committed. */
  readonly mustLast?: boolean;
  /** What the batch takes from the queue. */
  readonly queueBytes?: number;
}
