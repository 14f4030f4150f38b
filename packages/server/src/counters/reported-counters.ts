import type { Counters } from "./counters.ts";
import type { SettledTotals } from "./sum-up.ts";

export interface ReportedCounters extends Counters {
  /** The processor has settled this much. */
  reported(settled: SettledTotals): void;
}
