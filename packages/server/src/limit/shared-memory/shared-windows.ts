import type { LimitOptions } from "../limiter.ts";

/**
 * The windows of one limiter in shared memory, as they are posted to the threads that count in them.
 *
 * A key belongs to one bucket of slots, and a bucket has a lock, so a key never has two windows. When all slots of a
 * bucket are in use, the window that ends first is forgotten. There are twice as many slots as keys to make room for, so
 * that few are forgotten before there are more keys than that.
 */
export interface SharedWindows extends LimitOptions {
  readonly memory: SharedArrayBuffer;
  /** A power of two. */
  readonly buckets: number;
  /** Random, so that nobody can choose keys that fall into one bucket or count as one another. */
  readonly seeds: readonly [number, number];
}

export const slotsPerBucket = 16;

export function makeSharedWindows(options: LimitOptions): SharedWindows {
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2((2 * options.keysMax) / slotsPerBucket)));
  const slots = buckets * slotsPerBucket;
  const memory = new SharedArrayBuffer(slots * (8 + 8 + 4) + buckets * 4);
  const [first, second] = crypto.getRandomValues(new Int32Array(2));
  return { ...options, memory, buckets, seeds: [first!, second!] };
}

/** The parts of the memory. All is zero at first, so the window of an empty slot ended long ago. */
export interface WindowArrays {
  /** When the window of a slot ends, in milliseconds. Written with the lock held. */
  readonly ends: Float64Array;
  /** Two words a slot: the hash of the key that has it. Written with the lock held. */
  readonly hashes: Int32Array;
  /**
   * How many calls passed in the window of a slot, in as many bits as the limit needs, and above them a generation that
   * changes with every window in the slot. Changed with compare-and-exchange; the lock is needed to change the generation.
   */
  readonly states: Int32Array;
  /** One a bucket. */
  readonly locks: Int32Array;
}

export function viewWindows({ memory, buckets }: SharedWindows): WindowArrays {
  const slots = buckets * slotsPerBucket;
  return {
    ends: new Float64Array(memory, 0, slots),
    hashes: new Int32Array(memory, slots * 8, slots * 2),
    states: new Int32Array(memory, slots * 16, slots),
    locks: new Int32Array(memory, slots * 20, buckets),
  };
}
