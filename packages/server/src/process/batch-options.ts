import type { SettledCounts } from "../store/partition-progress.ts";

/** The work of a batch: it loads what it needs, and then runs synchronously. It adds the fates of readings to the counts. */
export type BatchWork = (counts: SettledCounts) => void | Promise<void>;

export interface BatchOptions {
  /** Also writes counts that would otherwise wait for a later batch. */
  readonly countsNow?: boolean;
  /** True if no queue holds these readings, so the batch must survive a power cut as soon as it is committed. */
  readonly mustLast?: boolean;
  /** How many bytes of the queue the batch takes. */
  readonly queueBytes?: number;
  /** Receives the places of the saves whose readings were stored already. */
  readonly onCommitted?: (alreadyStored: readonly number[]) => void;
}
