import { expect, test } from "bun:test";
import { limiterContract } from "../limiter.contract.ts";
import { lock } from "./bucket-lock.ts";
import { SharedWindowLimiter } from "./shared-window-limiter.ts";
import { makeSharedWindows, type SharedWindows, viewWindows } from "./shared-windows.ts";
import type { TakingOrder } from "./test-taking-thread.ts";

const windowMs = 60_000;
const threads = 4;

limiterContract("shared memory", async (options) => new SharedWindowLimiter(makeSharedWindows(options)));

/** What passed of each key, on all threads together. */
async function takeOnThreads(
  windows: SharedWindows,
  order: Pick<TakingOrder, "keys" | "timesMs">,
): Promise<number[]> {
  const start = new Int32Array(new SharedArrayBuffer(4));
  start[0] = threads;
  const passed = await Promise.all(
    Array.from({ length: threads }, () => takeOnThread({ windows, start, ...order })),
  );
  return order.keys.map((_, index) => passed.reduce((sum, counts) => sum + counts[index]!, 0));
}

function takeOnThread(order: TakingOrder): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./test-taking-thread.ts", import.meta.url).href);
    thread.onmessage = ({ data }) => {
      thread.terminate();
      resolve(data);
    };
    thread.onerror = reject;
    thread.postMessage(order);
  });
}

test("gives several threads together exactly the limit of a key", async () => {
  const limit = 300_000;
  const windows = makeSharedWindows({ limit, windowMs, keysMax: 10 });
  const timesMs = Array<number>(100_000).fill(5);
  expect(await takeOnThreads(windows, { keys: ["a"], timesMs })).toEqual([limit]);
  expect(new SharedWindowLimiter(windows).peek("a", 6)).toMatchObject({ ok: false, remaining: 0 });
});

test("begins one window per key when several threads begin many at once", async () => {
  const windows = makeSharedWindows({ limit: 3, windowMs, keysMax: 1_000_000 });
  const keys = Array.from({ length: 100_000 }, (_, n) => `192.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  const passed = await takeOnThreads(windows, { keys, timesMs: [5] });
  expect(passed.filter((count) => count !== 3)).toEqual([]);
});

test("keeps a limit that needs all bits of a state through many windows", () => {
  const limiter = new SharedWindowLimiter(makeSharedWindows({ limit: 1_000_000_000, windowMs, keysMax: 10 }));
  for (let window = 0; window < 20; window++) {
    expect(limiter.take("a", window * windowMs)).toMatchObject({ ok: true, remaining: 999_999_999 });
  }
});

test("takes over the lock of a thread that was ended", () => {
  const windows = makeSharedWindows({ limit: 1, windowMs, keysMax: 1 });
  lock(viewWindows(windows).locks, 0);
  expect(new SharedWindowLimiter(windows).take("a", 0).ok).toBeTrue();
});
