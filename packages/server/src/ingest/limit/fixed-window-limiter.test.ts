import { expect, test } from "bun:test";
import fc from "fast-check";
import { FixedWindowLimiter } from "./fixed-window-limiter.ts";

const windowMs = 60_000;

test("a source may make as many requests in a window as the limit, and the next one is refused", () => {
  const limiter = new FixedWindowLimiter(3, 100);
  const budgets = [0, 1, 2, 3, 4].map((nowMs) => limiter.take("a", nowMs));
  expect(budgets.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
  expect(budgets.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
  expect(budgets.every(({ limit, resetMs }) => limit === 3 && resetMs === windowMs)).toBeTrue();
});

test("the window counts from a source's first request, and refused requests do not prolong it", () => {
  const limiter = new FixedWindowLimiter(1, 100);
  expect(limiter.take("a", 5000).resetMs).toBe(5000 + windowMs);
  expect(limiter.take("a", 5000 + windowMs - 1).ok).toBeFalse();
  expect(limiter.take("a", 5000 + windowMs)).toEqual({
    ok: true,
    limit: 1,
    remaining: 0,
    resetMs: 5000 + 2 * windowMs,
  });
});

test("sources do not share a budget", () => {
  const limiter = new FixedWindowLimiter(1, 100);
  expect(["a", "b", "__proto__", "constructor"].map((key) => limiter.take(key, 0).ok)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(limiter.take("a", 0).ok).toBeFalse();
});

test("never keeps count of more sources than its limit, and forgets those whose window has ended first", () => {
  const limiter = new FixedWindowLimiter(1, 3);
  for (const [index, key] of ["a", "b", "c", "d"].entries()) limiter.take(key, index);
  expect(limiter.sources).toBe(3);
  expect(["b", "c", "d"].map((key) => limiter.take(key, 10).ok)).toEqual([false, false, false]);
  expect(limiter.take("a", 10).ok).toBeTrue();
  expect(limiter.take("e", 10 + 2 * windowMs).ok).toBeTrue();
  expect(limiter.sources).toBe(1);
});

test("a clock that is set back keeps a window as it is, and does not open a second one", () => {
  const limiter = new FixedWindowLimiter(2, 100);
  limiter.take("a", windowMs);
  expect(limiter.take("a", 0)).toMatchObject({ ok: true, remaining: 0, resetMs: 2 * windowMs });
  expect(limiter.take("a", 0).ok).toBeFalse();
});

test("in no window does a source get more than the limit, whatever comes when", () => {
  const requests = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(20_000)), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), requests, (limit, sequence) => {
      const limiter = new FixedWindowLimiter(limit, 10);
      const windows = new Map<string, { startMs: number; taken: number }>();
      let nowMs = 0;
      for (const [key, passedMs] of sequence) {
        nowMs += passedMs;
        let window = windows.get(key);
        if (window === undefined || nowMs >= window.startMs + windowMs) {
          window = { startMs: nowMs, taken: 0 };
          windows.set(key, window);
        }
        const ok = window.taken < limit;
        if (ok) window.taken++;
        const expected = { ok, limit, remaining: limit - window.taken, resetMs: window.startMs + windowMs };
        expect(limiter.take(key, nowMs)).toEqual(expected);
      }
    }),
  );
});
