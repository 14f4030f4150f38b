import { useCall } from "../../api/queries.ts";
import type { Span } from "./span.ts";

/** How many readings of these sensors lie within a span. Undefined while they are counted, and without a span. */
export function useReadingCount(sensors: readonly string[], span: Span | null): number | undefined {
  const { fromMs, toMs } = span ?? { fromMs: 0, toMs: 0 };
  const from = new Date(fromMs).toISOString();
  const to = new Date(toMs).toISOString();
  const query = { sensors: sensors.join(","), from, to, points: 1 };
  const { data } = useCall("listBuckets", { query }, { enabled: span !== null && sensors.length > 0 });
  return data?.sensors.flatMap(({ buckets }) => buckets).reduce((sum, { count }) => sum + count, 0);
}
