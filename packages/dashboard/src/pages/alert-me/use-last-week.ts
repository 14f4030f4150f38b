import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { dayMs } from "../charts/span.ts";
import type { Week } from "./propose-condition.ts";

/** What a sensor measured in the last week: undefined until it is known, and null without readings. */
export function useLastWeek(sensor: string): Week | null | undefined {
  const [from] = useState(() => new Date(Date.now() - 7 * dayMs).toISOString());
  const { data, isError } = useCall(
    "listBuckets",
    { query: { sensors: sensor, from, points: 1 } },
    { enabled: sensor !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  if (isError) return null;
  const buckets = data?.sensors[0]?.buckets;
  if (buckets === undefined) return data === undefined ? undefined : null;
  if (buckets.length === 0) return null;
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const sum = buckets.reduce((total, bucket) => total + (bucket.sum ?? Number.NaN), 0);
  return {
    min: Math.min(...buckets.map(({ min }) => min)),
    max: Math.max(...buckets.map(({ max }) => max)),
    mean: Number.isFinite(sum) ? sum / count : null,
  };
}
