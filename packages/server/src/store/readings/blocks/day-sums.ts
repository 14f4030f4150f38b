import { readMeasured } from "./block-codec.ts";
import { BucketSums } from "./bucket-sums.ts";

/**
 * The sums of a block for each day (UTC) that it has readings of. Charts of a year have buckets of whole days, and add up these
 * sums instead of half a million readings of each sensor. Each day is eight doubles, in the order of `BucketPart`.
 */
const dayUs = 86_400e6;

const doublesPerDay = 8;
const firstUsAt = 4;
const lastUsAt = 6;
/** The sums of a day take as much space as this many readings or more. With fewer, decoding the block is as good. */
const readingsPerDayMin = 64;

const noSums = new Uint8Array(0);

/** Returns the sums of a block (see `StoredBlock`), or no bytes if it has few readings a day. */
export function daySumsOf(data: Uint8Array): Uint8Array {
  const { count, times, values, divisor } = readMeasured(data);
  const firstDay = Math.floor(times.at(0) / dayUs);
  const days = Math.floor(times.at(count - 1) / dayUs) - firstDay + 1;
  if (count < days * readingsPerDayMin) return noSums;
  const edgesUs = Float64Array.from({ length: days + 1 }, (_, nth) => (firstDay + nth) * dayUs);
  const sums = new BucketSums(edgesUs);
  sums.addColumns(times, values, { from: 0, to: count, divisor });
  const doubles = sums
    .parts()
    .flatMap(({ count, sum, minimum, maximum, firstUs, first, lastUs, last }) => [
      count,
      sum,
      minimum,
      maximum,
      firstUs,
      first,
      lastUs,
      last,
    ]);
  return new Uint8Array(Float64Array.from(doubles).buffer);
}

/** Whether a block has sums, and all its readings are from `fromUs` (inclusive) to `toUs` (exclusive). */
export function hasDaysWithin(daySums: Uint8Array, fromUs: number, toUs: number): boolean {
  if (daySums.length === 0) return false;
  const count = load(daySums);
  return loaded[firstUsAt]! >= fromUs && loaded[count - doublesPerDay + lastUsAt]! < toUs;
}

/** Adds the sums of a block. Every edge of the buckets must be the start of a day. */
export function addDays(sums: BucketSums, daySums: Uint8Array): void {
  const count = load(daySums);
  for (let at = 0; at < count; at += doublesPerDay) {
    const firstUs = loaded[at + firstUsAt]!;
    sums.add(sums.bucketAt(firstUs), {
      count: loaded[at]!,
      sum: loaded[at + 1]!,
      minimum: loaded[at + 2]!,
      maximum: loaded[at + 3]!,
      firstUs,
      first: loaded[at + 5]!,
      lastUs: loaded[at + lastUsAt]!,
      last: loaded[at + 7]!,
    });
  }
}

/**
 * The sums of one block. A view of each block's own memory and an object spread for each day took a third of the time of a
 * chart of a year.
 */
let loaded = new Float64Array(32 * doublesPerDay);
let loadedBytes = new Uint8Array(loaded.buffer);

/** Returns how many doubles were loaded. */
function load(daySums: Uint8Array): number {
  if (daySums.length > loadedBytes.length) {
    loaded = new Float64Array(daySums.length >>> 3);
    loadedBytes = new Uint8Array(loaded.buffer);
  }
  loadedBytes.set(daySums);
  return daySums.length >>> 3;
}

export function areDays(edgesUs: Float64Array): boolean {
  return edgesUs.every((us) => us % dayUs === 0);
}
