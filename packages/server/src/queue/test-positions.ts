import { onlyPartition, type Position } from "./position.ts";

/** For tests only: a position of the one partition there is. */
export function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}

/** For tests only: a position after this one. */
export function next({ sequence }: Position): Position {
  return at(sequence + 1);
}
