import type { StatisticsQueries, StatisticsScope } from "../../store/statistics-queries.ts";
import { type CountedSlots, seriesBuckets, wholeSlots } from "./statistics-range.ts";

export type Tally = ReturnType<StatisticsQueries["total"]>;

export interface Statistics {
  /** What was asked for, widened to whole fine slots. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly total: Tally;
  readonly perMinute: number;
  /** Null where no points were asked for. */
  readonly series: StatisticsSeries | null;
}

export interface StatisticsSeries {
  readonly bucketS: number;
  readonly edgesMs: readonly number[];
  readonly buckets: readonly Tally[];
}

export interface StatisticsRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly slots: CountedSlots;
  readonly points: number;
  readonly nowMs: number;
}

export function readStatistics(
  queries: StatisticsQueries,
  scope: StatisticsScope,
  { slots, points, nowMs, ...asked }: StatisticsRequest,
): Statistics {
  const range = wholeSlots(asked, slots, nowMs);
  const { fromMs, toMs } = range;
  const total = queries.total(scope, fromMs, toMs);
  const perMinute = queries.perMinute(scope, nowMs);
  if (points === 0) return { fromMs, toMs, total, perMinute, series: null };
  const { bucketS, edgesMs } = seriesBuckets(range, points);
  const buckets = queries.series(scope, edgesMs);
  return { fromMs, toMs, total, perMinute, series: { bucketS, edgesMs, buckets } };
}
