import type { CallAnswer } from "../api/route-types.ts";
import { parseTime } from "../format/time.ts";

/** A stretch of time with its readings per minute. */
export interface RatePoint {
  readonly atMs: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Leaves out the current stretch, because it would look as if everything had stopped. */
export function ratePoints(
  { series }: Pick<CallAnswer<"showStatistics">, "series">,
  nowMs: number,
): readonly RatePoint[] {
  if (series === null) return [];
  const fromMs = parseTime(series.from);
  const bucketMs = series.bucket_s * 1000;
  const perMinute = (count: number | undefined) => ((count ?? 0) * 60) / series.bucket_s;
  return series.accepted
    .map((accepted, n) => ({
      atMs: fromMs + n * bucketMs,
      accepted: perMinute(accepted),
      rejected: perMinute(series.rejected[n]),
    }))
    .filter(({ atMs }) => atMs + bucketMs <= nowMs);
}
