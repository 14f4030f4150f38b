import type { TimeZone } from "@weir/rule-engine/time-zone";
import type { ReadableSensor } from "../../control/sensors/sensor-ids.ts";
import type { ReadingBuckets, ReadingQueries } from "../../store/readings/reading-queries.ts";
import { bucketEdges } from "./readings-bucket-edges.ts";
import { type BucketWidth, chooseBucketWidth } from "./readings-bucket-width.ts";

/** The buckets of all sensors of one call together: some 15 MB of JSON. */
const bucketsOfCallMax = 100_000;

interface BucketRequest {
  /** Without a range, it is that of the sensors' readings. */
  readonly fromUs: number | null;
  readonly toUs: number | null;
  readonly width: BucketWidth | { readonly points: number };
  readonly zone: TimeZone;
}

export interface BucketedReadings {
  readonly fromUs: number;
  readonly toUs: number;
  readonly width: BucketWidth;
  readonly edgesUs: Float64Array;
  readonly sensors: readonly { readonly sensor: ReadableSensor; readonly buckets: ReadingBuckets }[];
}

/**
 * "too many": the range is too long for buckets of that width. "no data": no range was given, and there are no
 * readings.
 */
export async function bucketReadings(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
  request: BucketRequest,
): Promise<BucketedReadings | "too many" | "no data"> {
  const range = await rangeOf(queries, sensors, request);
  if (range === null) return "no data";
  const { fromUs, toUs } = range;
  const { width: wanted, zone } = request;
  const width = "points" in wanted ? chooseBucketWidth(Math.max(1, toUs - fromUs), wanted.points) : wanted;
  const edgesUs = bucketEdges(width, fromUs, toUs, zone);
  if (edgesUs === null || edgesUs.length * sensors.length > bucketsOfCallMax) return "too many";
  const bucketed: { sensor: ReadableSensor; buckets: ReadingBuckets }[] = [];
  for (const sensor of sensors) {
    const buckets = await queries.buckets({ sensorId: sensor.id, fromUs, toUs, edgesUs });
    bucketed.push({ sensor, buckets });
  }
  return { fromUs, toUs, width, edgesUs, sensors: bucketed };
}

async function rangeOf(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
  { fromUs, toUs }: BucketRequest,
): Promise<{ readonly fromUs: number; readonly toUs: number } | null> {
  if (fromUs !== null && toUs !== null) return { fromUs, toUs };
  const spans = [...(await queries.spansOf(sensors.map(({ id }) => id))).values()];
  if (spans.length === 0) return null;
  return {
    fromUs: fromUs ?? Math.min(...spans.map((span) => span.firstUs)),
    toUs: toUs ?? Math.max(...spans.map((span) => span.lastUs)) + 1,
  };
}
