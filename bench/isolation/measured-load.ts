import type { HonestTimes } from "./honest-clients.ts";
import type { Sent } from "./hostile-process.ts";

/** One load in one round. */
export interface MeasuredLoad {
  readonly before: HonestTimes;
  readonly meanwhile: HonestTimes;
  /** While the attacker sends the same to a server that does nothing: what its own CPU time costs on this machine. */
  readonly floor: HonestTimes;
  readonly sent: Sent;
  readonly workedPerSecond: number;
  /** What the server used of the CPU. */
  readonly coresBefore: number;
  readonly coresMeanwhile: number;
}
