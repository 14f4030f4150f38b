import { availableParallelism } from "node:os";
import type { Config } from "../config/settings.ts";

/** How many processes settle the queue of one machine. */
export function processCount({ processCount: count }: Config): number {
  return count === "auto" ? processesFor(availableParallelism()) : count;
}

/**
 * A second processor pays off where one would be busy before the intake thread is, which a machine with few listener
 * threads never reaches with usual chains (decision 0099).
 */
export function processesFor(cores: number): number {
  if (cores < 16) return 1;
  return cores < 32 ? 2 : 4;
}
