import { dropReasons } from "@weir/protocol/drop-reasons";
import type { StatisticsQueries, StatisticsScope } from "../../../store/statistics/statistics-queries.ts";
import { type CountedSlots, seriesBuckets, wholeSlots } from "./statistics-range.ts";

export type Tally = Awaited<ReturnType<StatisticsQueries["total"]>>;

export interface Statistics {
  /** The requested range, widened to whole fine slots. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly total: Tally;
  readonly perMinute: number;
  /** Null if no points were requested. */
  readonly series: StatisticsSeries | null;
}

export interface StatisticsSeries {
  readonly bucketS: number;
  readonly edgesMs: readonly number[];
  readonly buckets: readonly Tally[];
}

interface StatisticsRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly slots: CountedSlots;
  readonly points: number;
  readonly nowMs: number;
}

/** Total and series come from one query, so that a page never shows a total beside a curve of another moment. */
export async function readStatistics(
  queries: StatisticsQueries,
  scope: StatisticsScope,
  { slots, points, nowMs, ...asked }: StatisticsRequest,
): Promise<Statistics> {
  const range = wholeSlots(asked, slots, nowMs);
  const { fromMs, toMs } = range;
  const drawn = points === 0 ? null : seriesBuckets(range, points);
  const cutsMs = [...new Set([fromMs, toMs, ...(drawn?.edgesMs ?? [])])].sort((a, b) => a - b);
  const parts = await queries.series(scope, cutsMs);
  const sumOver = (startMs: number, endMs: number): Tally =>
    sumOf(parts.slice(cutsMs.indexOf(startMs), cutsMs.indexOf(endMs)));
  const perMinute = await queries.perMinute(scope, nowMs);
  const total = sumOver(fromMs, toMs);
  if (drawn === null) return { fromMs, toMs, total, perMinute, series: null };
  const buckets = drawn.edgesMs.slice(1).map((endMs, index) => sumOver(drawn.edgesMs[index]!, endMs));
  return { fromMs, toMs, total, perMinute, series: { ...drawn, buckets } };
}

function sumOf([first, ...others]: readonly Tally[]): Tally {
  return others.reduce(
    (sum, tally) => ({
      accepted: sum.accepted + tally.accepted,
      saved: sum.saved + tally.saved,
      alreadyStored: sum.alreadyStored + tally.alreadyStored,
      ended: sum.ended + tally.ended,
      dead: sum.dead + tally.dead,
      duplicates: sum.duplicates + tally.duplicates,
      rejected: sumOfRejected(sum.rejected, tally.rejected),
    }),
    first!,
  );
}

function sumOfRejected(one: Tally["rejected"], other: Tally["rejected"]): Tally["rejected"] {
  const sum = { ...one };
  for (const { key } of dropReasons) {
    const count = other[key];
    if (count !== undefined) sum[key] = (sum[key] ?? 0) + count;
  }
  return sum;
}
