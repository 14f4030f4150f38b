import { type Position, startOf } from "../queue/position.ts";
import type { PartitionProgress, SettledCounts } from "../store/reading-store.ts";

/** Of a partition of which nothing is settled, or known. */
export function noProgress(partition: number): PartitionProgress {
  return { position: startOf(partition), saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
}

/** How far the partition is after a batch, and what was settled of it by then. */
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
