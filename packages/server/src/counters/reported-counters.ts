import type { Counters } from "./counters.ts";
import type { SettledTotals } from "./sum-up.ts";

export interface ReportedCounters extends Counters {
  /** The processor of the partition that the position names has settled this much. */
  reported(settled: SettledTotals): void;
}
