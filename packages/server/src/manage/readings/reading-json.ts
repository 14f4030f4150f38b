import type {
  readingBuckets,
  reading as readingForm,
  sensorReading as sensorReadingForm,
} from "@weir/protocol/manage/reading-forms";
import type { z } from "zod";
import { formatMicros } from "../../platform/instant.ts";
import { rawObject } from "../../platform/raw-json.ts";
import type { ReadingBuckets, StoredReading } from "../../store/readings/reading-queries.ts";
import type { BucketedReadings } from "./readings-buckets.ts";

type ReadingJson = z.input<typeof readingForm>;
type SensorReadingJson = z.input<typeof sensorReadingForm>;
type BucketsJson = z.input<typeof readingBuckets>;
type BucketJson = BucketsJson["sensors"][number]["buckets"][number];

/**
 * A reading as the API, exports and commands write it: the members of its JSON object. It is text and not an object,
 * because exports write millions of them, and because metadata stays exactly what a device sent.
 */
export function readingMembers({ atUs, value, metadata, receivedUs, deviceUs }: StoredReading): string {
  const deviceAt = deviceUs === null ? "null" : `"${formatMicros(deviceUs)}"`;
  return (
    `"at":"${formatMicros(atUs)}","value":${JSON.stringify(value)},"metadata":${metadata ?? "null"},` +
    `"received_at":"${formatMicros(receivedUs)}","device_at":${deviceAt}`
  );
}

export function readingToJson(reading: StoredReading): ReadingJson {
  return rawObject<ReadingJson>(`{${readingMembers(reading)}}`);
}

export function sensorReadingToJson(sensor: string, reading: StoredReading): SensorReadingJson {
  return rawObject<SensorReadingJson>(`{"sensor":"${sensor}",${readingMembers(reading)}}`);
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
      min,
      max,
      sum: Number.isFinite(sum) ? sum : null,
      first: firsts[nth]!,
      last: lasts[nth]!,
    });
  }
  return filled;
}

/** Adding rounds, and an average that is off by the last bit looks like a bug. */
function averageOf(quotient: number, min: number, max: number): number {
  return Math.min(Math.max(quotient, min), max);
}
