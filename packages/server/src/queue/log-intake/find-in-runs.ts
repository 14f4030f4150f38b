import { lastTrue } from "../../platform/last-true.ts";
import type { IdentityRing } from "./identity-ring.ts";
import type { IdentityRun } from "./identity-runs.ts";

/**
 * The slot of the reading with this timestamp among the runs of its sensor, which follow each other in time as their readings do; -1
 * where there is none. What is before the sequence `oldest` is forgotten.
 */
export function findInRuns(
  runs: readonly IdentityRun[],
  ring: IdentityRing,
  oldest: number,
  seconds: number,
  micros: number,
): number {
  /** Whether what stands there is not later. What is forgotten was earlier. */
  const isUpTo = (sequence: number): boolean => {
    if (sequence < oldest) return true;
    const slot = sequence % ring.capacity;
    const slotSeconds = ring.secondsOf(slot);
    return slotSeconds < seconds || (slotSeconds === seconds && ring.microsOf(slot) <= micros);
  };
  // The last run that does not begin later, and in it the last reading that is not later.
  const nth = lastTrue(0, runs.length, (at) => isUpTo(runs[at]!.start));
  if (nth < 0) return -1;
  const start = Math.max(runs[nth]!.start, oldest);
  const found = lastTrue(start, runs[nth]!.end, isUpTo);
  if (found < start) return -1;
  const slot = found % ring.capacity;
  return ring.secondsOf(slot) === seconds && ring.microsOf(slot) === micros ? slot : -1;
}
