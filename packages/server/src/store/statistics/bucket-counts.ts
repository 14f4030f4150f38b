/** Distributes the counts of slots over buckets. Whole numbers stay whole, and rounding loses none between two buckets. */
export class BucketCounts {
  readonly #edgesMs: readonly number[];
  readonly #width: number;
  readonly #sums: Float64Array;

  /** A bucket lies between two neighbouring edges, which ascend. `width` numbers are counted per bucket. */
  constructor(edgesMs: readonly number[], width: number) {
    this.#edgesMs = edgesMs;
    this.#width = width;
    this.#sums = new Float64Array(Math.max(0, edgesMs.length - 1) * width);
  }

  /** Adds numbers to the bucket that contains a time. Times outside all buckets are ignored. */
  addAt(atMs: number, numbers: readonly number[]): void {
    const bucket = this.#bucketOf(atMs);
    if (bucket < 0 || bucket >= this.#edgesMs.length - 1) return;
    for (let index = 0; index < this.#width; index++) {
      this.#sums[bucket * this.#width + index]! += numbers[index]!;
    }
  }

  /** Spreads numbers evenly over the buckets between two times. The share outside all buckets is left out. */
  addOver(fromMs: number, toMs: number, numbers: readonly number[]): void {
    const edges = this.#edgesMs;
    const share = (edgeMs: number) => Math.min(1, Math.max(0, (edgeMs - fromMs) / (toMs - fromMs)));
    const first = Math.max(0, this.#bucketOf(fromMs));
    for (let bucket = first; bucket < edges.length - 1 && edges[bucket]! < toMs; bucket++) {
      const before = share(edges[bucket]!);
      const after = share(edges[bucket + 1]!);
      for (let index = 0; index < this.#width; index++) {
        const number = numbers[index]!;
        this.#sums[bucket * this.#width + index]! += Math.round(number * after) - Math.round(number * before);
      }
    }
  }

  /** The numbers of each bucket. */
  *buckets(): Generator<Float64Array> {
    for (let start = 0; start < this.#sums.length; start += this.#width) {
      yield this.#sums.subarray(start, start + this.#width);
    }
  }

  /** Returns the last bucket that starts at or before the time, or -1 if the time is before all of them. */
  #bucketOf(atMs: number): number {
    let low = 0;
    let high = this.#edgesMs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#edgesMs[middle]! <= atMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
