import { lastTrue } from "../../platform/last-true.ts";
import type { IdentityRing } from "./identity-ring.ts";
import type { IdentityRun } from "./identity-runs.ts";

/**
 * Returns the sequence of the reading with this timestamp among the runs of its sensor, or -1. Runs follow each other in
 * time, as their readings do. Those before the sequence `oldest` are forgotten.
 */
export function findInRuns(
  runs: readonly IdentityRun[],
  ring: IdentityRing,
  oldest: number,
  seconds: number,
  micros: number,
): number {
  /** Returns whether the reading there is not later. */
  const isUpTo = (sequence: number): boolean => {
    const slot = sequence % ring.capacity;
    const slotSeconds = ring.secondsOf(slot);
    return slotSeconds < seconds || (slotSeconds === seconds && ring.microsOf(slot) <= micros);
  };
  // Finds the last run that does not begin later, and in it the last reading that is not later.
  const us = seconds * 1e6 + micros;
  const nth = lastTrue(0, runs.length, (at) => runs[at]!.firstUs <= us);
  if (nth < 0) return -1;
  const start = Math.max(runs[nth]!.start, oldest);
  const found = lastTrue(start, runs[nth]!.end, isUpTo);
  if (found < start) return -1;
  const slot = found % ring.capacity;
  return ring.secondsOf(slot) === seconds && ring.microsOf(slot) === micros ? found : -1;
}
