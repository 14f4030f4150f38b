import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { parseTime } from "../../format/time.ts";

export const ranges = { "1h": 1, "6h": 6, "24h": 24 } as const;
export type Range = keyof typeof ranges;
export type Statistics = CallAnswer<"showStatistics">;

const hourMs = 60 * 60 * 1000;
const points = 144;
const refreshMs = 15_000;

/** How many readings came in lately. The question is the same while time goes on, so it is told by its length. */
export function useLastHours(range: Range): UseQueryResult<Statistics> {
  return useQuery({
    queryKey: ["showStatistics", "last", range],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - ranges[range] * hourMs).toISOString();
      return call("showStatistics", { query: { from, points }, signal });
    },
    refetchInterval: refreshMs,
    staleTime: refreshMs,
  });
}

/** A piece of time, with what came in a minute. */
export interface RatePoint {
  readonly atMs: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** The piece that is still going on is left out: it would look as if everything had stopped. */
export function ratePoints({ series }: Statistics, nowMs: number): readonly RatePoint[] {
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
