import type { Position } from "../queue/position.ts";
import type { QueueTotals } from "../queue/queue.ts";
import type { SettledCounts } from "../store/partition-progress.ts";
import type { Counts } from "./counters.ts";

/** How far the processor has come, and the counts of what it has settled. */
export interface SettledTotals extends Readonly<SettledCounts> {
  readonly position: Position;
}

/**
 * Computes the counts. `settled` must have been read before `queue`: settled readings were accepted earlier, so the gap
 * is never negative.
 */
export function sumUp(settled: SettledTotals, queue: QueueTotals): Counts {
  const { duplicates = 0, ...rejected } = queue.counters;
  const { saved, alreadyStored, ended, dead, position } = settled;
  return {
    accepted: queue.acceptedReadings,
    duplicates,
    rejected,
    saved,
    alreadyStored,
    ended,
    dead,
    queueBytes: queue.backlogBytes,
    gap: queue.acceptedReadings - saved - alreadyStored - ended - dead,
    lastPosition: queue.lastPosition,
    settledPosition: position,
  };
}
