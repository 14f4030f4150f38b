/** For tests: takes from shared windows as fast as it can, once all threads are there, and says what passed. */
import { SharedWindowLimiter } from "./shared-window-limiter.ts";
import type { SharedWindows } from "./shared-windows.ts";

export interface TakingOrder {
  readonly windows: SharedWindows;
  /** One word: how many threads are still to come. */
  readonly start: Int32Array;
  readonly keys: readonly string[];
  /** Every key is taken from once at each of these times. */
  readonly timesMs: readonly number[];
}

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<TakingOrder>) => {
  const { windows, start, keys, timesMs } = data;
  const limiter = new SharedWindowLimiter(windows);
  Atomics.sub(start, 0, 1);
  while (Atomics.load(start, 0) > 0);
  const passed = keys.map(() => 0);
  for (const nowMs of timesMs) {
    for (const [index, key] of keys.entries()) if (limiter.take(key, nowMs).ok) passed[index]!++;
  }
  self.postMessage(passed);
};
