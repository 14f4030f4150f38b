import type { ReadingBuckets } from "../reading-queries.ts";
import { readMeasured } from "./block-codec.ts";
import type { ReadingTimes } from "./reading-times.ts";
import type { StoredBlock } from "./stored-block.ts";
import type { SummedValues } from "./summed-values.ts";

/** The sums of some readings of one bucket. */
export interface BucketPart {
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly firstUs: number;
  readonly first: number;
  readonly lastUs: number;
  readonly last: number;
}

/** Sums readings by bucket, in any order, because rows and blocks are read one after the other. */
export class BucketSums implements ReadingBuckets {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly minima: Float64Array;
  readonly maxima: Float64Array;
  readonly firsts: Float64Array;
  readonly lasts: Float64Array;
  readonly #firstsUs: Float64Array;
  readonly #lastsUs: Float64Array;
  readonly #edgesUs: Float64Array;

  constructor(edgesUs: Float64Array) {
    const count = Math.max(0, edgesUs.length - 1);
    this.#edgesUs = edgesUs;
    this.counts = new Float64Array(count);
    this.sums = new Float64Array(count);
    this.minima = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.maxima = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.firsts = new Float64Array(count);
    this.lasts = new Float64Array(count);
    this.#firstsUs = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.#lastsUs = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  }

  /** Returns the bucket of a time between the first and the last edge. */
  bucketAt(us: number): number {
    let low = 0;
    let high = this.counts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#edgesUs[middle]! <= us) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  endOfBucket(bucket: number): number {
    return this.#edgesUs[bucket + 1]!;
  }

  add(bucket: number, part: BucketPart): void {
    this.counts[bucket]! += part.count;
    this.sums[bucket]! += part.sum;
    if (part.minimum < this.minima[bucket]!) this.minima[bucket] = part.minimum;
    if (part.maximum > this.maxima[bucket]!) this.maxima[bucket] = part.maximum;
    const firstUs = this.#firstsUs[bucket]!;
    if (part.firstUs < firstUs || (part.firstUs === firstUs && part.first < this.firsts[bucket]!)) {
      this.#firstsUs[bucket] = part.firstUs;
      this.firsts[bucket] = part.first;
    }
    const lastUs = this.#lastsUs[bucket]!;
    if (part.lastUs > lastUs || (part.lastUs === lastUs && part.last > this.lasts[bucket]!)) {
      this.#lastsUs[bucket] = part.lastUs;
      this.lasts[bucket] = part.last;
    }
  }

  /** The buckets that have readings. */
  parts(): BucketPart[] {
    const parts: BucketPart[] = [];
    for (let bucket = 0; bucket < this.counts.length; bucket++) {
      if (this.counts[bucket] === 0) continue;
      parts.push({
        count: this.counts[bucket]!,
        sum: this.sums[bucket]!,
        minimum: this.minima[bucket]!,
        maximum: this.maxima[bucket]!,
        firstUs: this.#firstsUs[bucket]!,
        first: this.firsts[bucket]!,
        lastUs: this.#lastsUs[bucket]!,
        last: this.lasts[bucket]!,
      });
    }
    return parts;
  }

  /** Adds the readings of a block from `fromUs` (inclusive) to `toUs` (exclusive). */
  addBlock({ firstUs, lastUs, data }: StoredBlock, fromUs: number, toUs: number): void {
    const { count, times, values, divisor } = readMeasured(data);
    const from = firstUs >= fromUs ? 0 : times.firstFrom(fromUs, 0, count);
    const to = lastUs < toUs ? count : times.firstFrom(toUs, from, count);
    this.addColumns(times, values, { from, to, divisor });
  }

  /** Adds readings from index `from` (inclusive) to `to` (exclusive). Values are divided by `divisor`. */
  addColumns(
    times: ReadingTimes,
    values: SummedValues,
    { from, to, divisor = 1 }: { readonly from: number; readonly to: number; readonly divisor?: number },
  ): void {
    for (let start = from; start < to; ) {
      const firstUs = times.at(start);
      const bucket = this.bucketAt(firstUs);
      const end = times.firstFrom(this.endOfBucket(bucket), start, to);
      const { sum, minimum, maximum, first, last } = values.figures(start, end);
      this.add(bucket, {
        count: end - start,
        sum: sum / divisor,
        minimum: minimum / divisor,
        maximum: maximum / divisor,
        firstUs,
        first: first / divisor,
        lastUs: times.at(end - 1),
        last: last / divisor,
      });
      start = end;
    }
  }
}
