import type { readingBuckets, reading as readingForm } from "@weir/protocol/manage/reading-forms";
import type { z } from "zod";
import { formatMicros } from "../../platform/instant.ts";
import type { ReadingBuckets, StoredReading } from "../../store/reading-queries.ts";
import { metadataToJson, microsOrNull } from "../records/record-values.ts";
import type { BucketedReadings } from "./readings-buckets.ts";

type ReadingJson = z.input<typeof readingForm>;
type BucketsJson = z.input<typeof readingBuckets>;
type BucketJson = BucketsJson["sensors"][number]["buckets"][number];

export function readingToJson({ atUs, value, metadata, receivedUs, deviceUs }: StoredReading): ReadingJson {
  return {
    at: formatMicros(atUs),
    value,
    metadata: metadataToJson(metadata),
    received_at: formatMicros(receivedUs),
    device_at: microsOrNull(deviceUs),
  };
}

export function bucketsToJson(found: BucketedReadings, timeZone: string): BucketsJson {
  const { fromUs, toUs, width, edgesUs, sensors } = found;
  const starts = Array.from(edgesUs, formatMicros);
  return {
    from: formatMicros(fromUs),
    to: formatMicros(toUs),
    time_zone: timeZone,
    width:
      width.kind === "fixed"
        ? { seconds: width.us / 1e6, calendar: null, step: 1 }
        : { seconds: null, calendar: width.unit, step: width.step },
    sensors: sensors.map(({ sensor, buckets }) => ({
      sensor: sensor.uuid,
      buckets: filledBuckets(buckets, starts),
    })),
  };
}

function filledBuckets(buckets: ReadingBuckets, starts: readonly string[]): BucketJson[] {
  const { counts, sums, minima, maxima, firsts, lasts } = buckets;
  const filled: BucketJson[] = [];
  for (let nth = 0; nth < counts.length; nth++) {
    const count = counts[nth]!;
    if (count === 0) continue;
    const [sum, min, max] = [sums[nth]!, minima[nth]!, maxima[nth]!];
    filled.push({
      at: starts[nth]!,
      count,
      avg: Number.isFinite(sum) ? averageOf(sum / count, min, max) : null,
      ...{ min, max, sum: Number.isFinite(sum) ? sum : null, first: firsts[nth]!, last: lasts[nth]! },
    });
  }
  return filled;
}

/** Adding rounds; an average that is off the values by the last bit looks like a fault. */
function averageOf(quotient: number, min: number, max: number): number {
  return Math.min(Math.max(quotient, min), max);
}
