import type { Budget, Limiter } from "../limiter.ts";
import { lock, unlock } from "./bucket-lock.ts";
import { type SharedWindows, slotsPerBucket, viewWindows, type WindowArrays } from "./shared-windows.ts";

/** A key, and its window as this thread last saw it. The window is gone when its slot has another generation by now. */
interface Place {
  readonly bucket: number;
  readonly first: number;
  readonly second: number;
  slot: number;
  generation: number;
  endMs: number;
}

/**
 * Counts in windows that it shares with other threads. The usual call knows its window and takes from it with a single
 * compare-and-exchange, which fails when another thread has taken from it, renewed or forgotten it meanwhile. Windows are
 * begun and forgotten under the lock of their bucket.
 */
export class SharedWindowLimiter implements Limiter {
  readonly #windows: SharedWindows;
  readonly #arrays: WindowArrays;
  readonly #states: Int32Array;
  readonly #limit: number;
  readonly #windowMs: number;
  /** The bits of a state that count calls. The others are its generation. */
  readonly #takenMask: number;
  readonly #places = new Map<string, Place>();

  constructor(windows: SharedWindows) {
    this.#windows = windows;
    this.#arrays = viewWindows(windows);
    this.#states = this.#arrays.states;
    this.#limit = windows.limit;
    this.#windowMs = windows.windowMs;
    this.#takenMask = 2 ** (32 - Math.clz32(windows.limit)) - 1;
  }

  take(key: string, nowMs: number): Budget {
    const states = this.#states;
    const limit = this.#limit;
    const takenMask = this.#takenMask;
    const place = this.#placeOf(key);
    // What was read is only an expectation, which the exchange checks.
    let state = states[place.slot]!;
    for (;;) {
      if ((state & ~takenMask) !== place.generation || !this.#isOpen(place.endMs, nowMs)) {
        state = this.#enter(place, nowMs);
      }
      const remaining = limit - (state & takenMask) - 1;
      if (remaining < 0) return { ok: false, limit, remaining: 0, resetMs: place.endMs };
      const found = Atomics.compareExchange(states, place.slot, state, state + 1);
      if (found === state) return { ok: true, limit, remaining, resetMs: place.endMs };
      state = found;
    }
  }

  takeNow(key: string, nowMs: number): Budget {
    return this.take(key, nowMs);
  }

  peek(key: string, nowMs: number): Budget {
    const { ends, locks } = this.#arrays;
    const place = this.#placeOf(key);
    lock(locks, place.bucket);
    const slot = this.#find(place);
    const endMs = slot === null ? 0 : ends[slot]!;
    const taken = slot === null ? 0 : Atomics.load(this.#states, slot) & this.#takenMask;
    unlock(locks, place.bucket);
    const isOpen = this.#isOpen(endMs, nowMs);
    const remaining = isOpen ? this.#limit - taken : this.#limit;
    const resetMs = isOpen ? endMs : nowMs + this.#windowMs;
    return { ok: remaining > 0, limit: this.#limit, remaining, resetMs };
  }

  giveBack(key: string, { resetMs }: Budget): void {
    const { ends, locks } = this.#arrays;
    const states = this.#states;
    const place = this.#placeOf(key);
    // Under the lock no other window takes the slot, but calls still pass.
    lock(locks, place.bucket);
    const slot = this.#find(place);
    if (slot !== null && ends[slot] === resetMs) {
      let state = Atomics.load(states, slot);
      while ((state & this.#takenMask) > 0) {
        const found = Atomics.compareExchange(states, slot, state, state - 1);
        if (found === state) break;
        state = found;
      }
    }
    unlock(locks, place.bucket);
  }

  /** Remembered, so that the usual call hashes nothing. */
  #placeOf(key: string): Place {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const { seeds, buckets, keysMax } = this.#windows;
    const { first, second } = hashKey(key, seeds);
    const bucket = first & (buckets - 1);
    const place = { bucket, first, second, slot: bucket * slotsPerBucket, generation: 0, endMs: 0 };
    if (this.#places.size >= keysMax) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }

  /** Finds the key's open window, or begins one, and returns its state. */
  #enter(place: Place, nowMs: number): number {
    const { ends, hashes, locks } = this.#arrays;
    lock(locks, place.bucket);
    const own = this.#find(place);
    const slot = own ?? this.#leastNeeded(place.bucket);
    if (own === null || !this.#isOpen(ends[slot]!, nowMs)) {
      hashes[2 * slot] = place.first;
      hashes[2 * slot + 1] = place.second;
      ends[slot] = nowMs + this.#windowMs;
      const generation = (Atomics.load(this.#states, slot) | this.#takenMask) + 1;
      Atomics.store(this.#states, slot, generation);
    }
    const state = Atomics.load(this.#states, slot);
    place.slot = slot;
    place.generation = state & ~this.#takenMask;
    place.endMs = ends[slot]!;
    unlock(locks, place.bucket);
    return state;
  }

  #find({ bucket, first, second }: Place): number | null {
    const { hashes } = this.#arrays;
    const end = (bucket + 1) * slotsPerBucket;
    for (let slot = bucket * slotsPerBucket; slot < end; slot++) {
      if (hashes[2 * slot] === first && hashes[2 * slot + 1] === second) return slot;
    }
    return null;
  }

  /** The slot whose window ended longest ago or ends first. */
  #leastNeeded(bucket: number): number {
    const { ends } = this.#arrays;
    let least = bucket * slotsPerBucket;
    for (let slot = least + 1; slot < (bucket + 1) * slotsPerBucket; slot++) {
      if (ends[slot]! < ends[least]!) least = slot;
    }
    return least;
  }

  /** A clock that was set back by more than a window would otherwise keep it open for that long. */
  #isOpen(endMs: number, nowMs: number): boolean {
    return nowMs < endMs && nowMs > endMs - 2 * this.#windowMs;
  }
}

/** Two halves of a 64-bit hash. */
interface KeyHash {
  readonly first: number;
  readonly second: number;
}

/** A seeded hash. Without the seeds nobody can find keys that have a hash, or its lower bits, in common. */
function hashKey(key: string, [firstSeed, secondSeed]: readonly [number, number]): KeyHash {
  let first = firstSeed;
  let second = secondSeed;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    second = Math.imul(second ^ unit, 0x85ebca77);
    first ^= second >>> 15;
    second ^= first >>> 13;
  }
  first = Math.imul(first ^ (first >>> 16), 0x7feb352d);
  second = Math.imul(second ^ (second >>> 15), 0x846ca68b);
  return { first: first ^ (second >>> 16), second: second ^ (first >>> 15) };
}
