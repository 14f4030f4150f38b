import { type Position, startOf } from "../queue/position.ts";
import type { PartitionProgress, SettledCounts } from "../store/partition-progress.ts";

/** The progress of a partition of which nothing is settled, or known. */
export function noProgress(partition: number): PartitionProgress {
  return { position: startOf(partition), saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
}

/** Returns the progress of a partition after a batch. */
export function addToProgress(
  before: PartitionProgress,
  position: Position,
  counts: Readonly<SettledCounts>,
): PartitionProgress {
  return {
    position,
    saved: before.saved + counts.saved,
    alreadyStored: before.alreadyStored + counts.alreadyStored,
    ended: before.ended + counts.ended,
    dead: before.dead + counts.dead,
  };
}
