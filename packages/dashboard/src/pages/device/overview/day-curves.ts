import { useCall } from "../../../api/queries.ts";
import { parseTime } from "../../../format/time.ts";
import type { Sensor } from "../use-device.ts";

const bucketMs = 30 * 60_000;
const bucketCount = 48;

/** The last 24 hours of sensors in half hours, by sensor UUID. Half hours without readings are gaps. */
export function useDayCurves(sensors: readonly Sensor[]): ReadonlyMap<string, readonly (number | null)[]> {
  // Rounded to half hours, so that the query stays the same until the next one begins.
  const fromMs = (Math.floor(Date.now() / bucketMs) + 1 - bucketCount) * bucketMs;
  const withData = sensors.filter(({ latest }) => latest !== null && parseTime(latest.at) >= fromMs);
  const { data } = useCall(
    "listBuckets",
    {
      query: {
        sensors: withData.map(({ uuid }) => uuid).join(","),
        from: new Date(fromMs).toISOString(),
        bucket: "PT30M",
      },
    },
    { enabled: withData.length > 0, keep: true, refetchInterval: 60_000 },
  );
  const curves = new Map<string, (number | null)[]>();
  for (const { sensor, buckets } of data?.sensors ?? []) {
    const curve: (number | null)[] = new Array(bucketCount).fill(null);
    for (const { at, avg, last } of buckets) {
      const place = Math.floor((parseTime(at) - fromMs) / bucketMs);
      if (place >= 0 && place < bucketCount) curve[place] = avg ?? last;
    }
    curves.set(sensor, curve);
  }
  return curves;
}
