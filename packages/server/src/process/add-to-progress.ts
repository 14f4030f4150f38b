import type { Position } from "../queue/position.ts";
import type { SettledCounts, StoreProgress } from "../store/reading-store.ts";

/** How far the partition is after a batch, and what was settled of it by then. */
export function addToProgress(
  before: StoreProgress,
  { sequence: position }: Position,
  counts: Readonly<SettledCounts>,
): StoreProgress {
  return {
    position,
    saved: before.saved + counts.saved,
    alreadyStored: before.alreadyStored + counts.alreadyStored,
    ended: before.ended + counts.ended,
    dead: before.dead + counts.dead,
  };
}
