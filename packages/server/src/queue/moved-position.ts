import type { Position } from "./position.ts";

/**
 * Positions of a queue that an installation has left. Seen from its new queue, which counts from the start, they lie before the start and stay in
 * their order: every reader of the new queue has passed them.
 */
export function moveBeforeStart(position: Position, movedBy: number): Position {
  return { ...position, sequence: position.sequence - movedBy };
}

/** By how much positions up to these have to be moved. */
export function distanceBeforeStart(last: readonly Position[]): number {
  return Math.max(0, ...last.map(({ sequence }) => sequence)) + 1;
}
