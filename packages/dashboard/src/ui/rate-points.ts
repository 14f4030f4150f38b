import type { CallAnswer } from "../api/route-types.ts";
import { parseTime } from "../format/time.ts";

/** A stretch of time with its readings per minute. */
export interface RatePoint {
  readonly atMs: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** As long as the average that figures of readings per minute show. */
const averagedMs = 5 * 60 * 1000;

/**
 * The rates of all stretches that are over, and the current rate at the end. The count of the current stretch would look
 * as if everything had stopped, and a curve without it could be at zero below a figure that is not.
 */
export function ratePoints(
  {
    series,
    readings_per_minute: accepted,
  }: Pick<CallAnswer<"showStatistics">, "series" | "readings_per_minute">,
  nowMs: number,
): readonly RatePoint[] {
  if (series === null) return [];
  const fromMs = parseTime(series.from);
  const bucketMs = series.bucket_s * 1000;
  const startOf = (nth: number) => fromMs + nth * bucketMs;
  const perMinute = (count: number, ms: number) => (count * 60_000) / ms;
  const current = Math.floor((nowMs - fromMs) / bucketMs);
  const past = series.accepted.slice(0, Math.max(0, current)).map((count, nth) => ({
    atMs: startOf(nth),
    accepted: perMinute(count, bucketMs),
    rejected: perMinute(series.rejected[nth] ?? 0, bucketMs),
  }));
  if (series.accepted[current] === undefined) return past;
  const first = Math.max(0, Math.min(current, Math.floor((nowMs - averagedMs - fromMs) / bucketMs)));
  const counted = series.rejected.slice(first, current + 1).reduce((sum, count) => sum + count, 0);
  const rejected = perMinute(counted, Math.max(averagedMs, nowMs - startOf(first)));
  return [...past, { atMs: nowMs, accepted, rejected }];
}
