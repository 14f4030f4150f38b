import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { StepsUsedUp } from "@weir/rule-engine/reading-meter";
import type { ReadingRun } from "./chains/reading-run.ts";

/**
 * Makes a dead letter of a reading that used up its steps, at the node that took most of them. What branches before did
 * stays done, as with any other failure; a `failure` output is not taken, because what follows would cost even more.
 */
export function putAside({ place, reason }: StepsUsedUp, reading: ChainReading, run: ReadingRun): void {
  const { host, nodeId } = place;
  run.isTooExpensive = true;
  host.failed(reading, nodeId, reason);
  host.deadLetter(reading, nodeId, reason);
}
