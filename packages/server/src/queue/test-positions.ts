import { onlyPartition, type Position } from "./position.ts";

/** For tests only: a position of the one partition there is. */
export function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}
