import { onlyPartition, type Position } from "./position.ts";

/** For tests: a position of the only partition. */
export function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}

/** For tests: a position after this one. */
export function next({ sequence }: Position): Position {
  return at(sequence + 1);
}
