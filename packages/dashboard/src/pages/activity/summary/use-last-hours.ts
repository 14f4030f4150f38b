import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { CallAnswer } from "../../../api/route-types.ts";

export const ranges = { "1h": 1, "6h": 6, "24h": 24 } as const;
export type Range = keyof typeof ranges;
export type Statistics = CallAnswer<"showStatistics">;

const hourMs = 60 * 60 * 1000;
const points = 144;
const refreshMs = 15_000;

/**
 * How many readings arrived lately. The key is the length of the range, because the start moves with time. For a day,
 * the server chooses the start, as it does in the statistics of each device.
 */
export function useLastHours(range: Range): UseQueryResult<Statistics> {
  return useQuery({
    queryKey: ["showStatistics", "last", range],
    queryFn: ({ signal }) => {
      const from = range === "24h" ? undefined : new Date(Date.now() - ranges[range] * hourMs).toISOString();
      return call("showStatistics", { query: { from, points }, signal });
    },
    refetchInterval: refreshMs,
    staleTime: refreshMs,
  });
}
