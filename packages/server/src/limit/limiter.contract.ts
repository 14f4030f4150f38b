import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Limiter, LimitOptions } from "./limiter.ts";

const windowMs = 60_000;

async function inOrder<T, R>(items: readonly T[], work: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What every limiter promises. `manyKeys` is how many it takes to try what happens when there is no room. */
export function limiterContract(
  name: string,
  open: (options: LimitOptions) => Promise<Limiter>,
  manyKeys = 50_000,
): void {
  const openWith = (limit: number, keysMax = 100) => open({ limit, windowMs, keysMax });

  describe(`limiter: ${name}`, () => {
    test("allows a key as many calls in a window as the limit, and refuses the next", async () => {
      const limiter = await openWith(3);
      const budgets = await inOrder([0, 1, 2, 3, 4], (nowMs) => limiter.take("a", nowMs));
      expect(budgets.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
      expect(budgets.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      expect(budgets.every(({ limit, resetMs }) => limit === 3 && resetMs === windowMs)).toBeTrue();
    });

    test("starts the window with a key's first call, and does not extend it for refused calls", async () => {
      const limiter = await openWith(1);
      expect((await limiter.take("a", 5000)).resetMs).toBe(5000 + windowMs);
      expect((await limiter.take("a", 5000 + windowMs - 1)).ok).toBeFalse();
      expect(await limiter.take("a", 5000 + windowMs)).toEqual({
        ok: true,
        limit: 1,
        remaining: 0,
        resetMs: 5000 + 2 * windowMs,
      });
    });

    test("counts a call that is decided at once like any other, and no other", async () => {
      const limiter = await openWith(2);
      const atOnce = limiter.takeNow("a", 0);
      const rest = await inOrder(atOnce === null ? [1, 2, 3] : [1, 2], (nowMs) => limiter.take("a", nowMs));
      expect([...(atOnce === null ? [] : [atOnce]), ...rest].map(({ ok }) => ok)).toEqual([
        true,
        true,
        false,
      ]);
    });

    test("gives each key its own budget", async () => {
      const limiter = await openWith(1);
      const keys = ["a", "b", "", "__proto__", "constructor", "ä", "a\0", "2001:db8:1:0::/64"];
      const take = async (key: string) => (await limiter.take(key, 0)).ok;
      expect(await inOrder(keys, take)).toEqual(keys.map(() => true));
      expect(await inOrder(keys, take)).toEqual(keys.map(() => false));
    });

    test("takes nothing with peek, and returns what take would", async () => {
      const limiter = await openWith(2);
      expect(limiter.peek("a", 7)).toEqual({ ok: true, limit: 2, remaining: 2, resetMs: 7 + windowMs });
      await limiter.take("a", 10);
      expect(limiter.peek("a", 20)).toEqual({ ok: true, limit: 2, remaining: 1, resetMs: 10 + windowMs });
      await limiter.take("a", 30);
      expect(limiter.peek("a", 40)).toEqual({ ok: false, limit: 2, remaining: 0, resetMs: 10 + windowMs });
      expect(limiter.peek("a", 10 + windowMs)).toMatchObject({ ok: true, remaining: 2 });
    });

    test("allows a call again that was given back, within the same window", async () => {
      const limiter = await openWith(2);
      await limiter.take("a", 10);
      const last = await limiter.take("a", 20);
      limiter.giveBack("a", last);
      expect(limiter.peek("a", 30)).toEqual({ ok: true, limit: 2, remaining: 1, resetMs: 10 + windowMs });
      expect(await limiter.take("a", 40)).toEqual({
        ok: true,
        limit: 2,
        remaining: 0,
        resetMs: 10 + windowMs,
      });
      expect((await limiter.take("a", 50)).ok).toBeFalse();
    });

    test("changes neither the next window nor another key when a call of an ended window is given back", async () => {
      const limiter = await openWith(1);
      const early = await limiter.take("a", 0);
      await limiter.take("a", windowMs);
      await limiter.take("b", 0);
      limiter.giveBack("a", early);
      expect((await limiter.take("a", windowMs + 1)).ok).toBeFalse();
      expect((await limiter.take("b", 1)).ok).toBeFalse();
    });

    test("never exceeds the limit of a key for calls that are given back without being taken", async () => {
      const limiter = await openWith(1);
      const taken = await limiter.take("a", 0);
      limiter.giveBack("a", taken);
      limiter.giveBack("a", taken);
      limiter.giveBack("never seen", taken);
      expect(await inOrder([1, 2], async (nowMs) => (await limiter.take("a", nowMs)).ok)).toEqual([
        true,
        false,
      ]);
    });

    test("keeps a window when the clock is set back a little, and opens no second one", async () => {
      const limiter = await openWith(2);
      await limiter.take("a", windowMs);
      expect(await limiter.take("a", 1)).toMatchObject({ ok: true, remaining: 0, resetMs: 2 * windowMs });
      expect((await limiter.take("a", 1)).ok).toBeFalse();
    });

    test("begins a new window when the clock is set back by more than a window", async () => {
      const limiter = await openWith(1);
      await limiter.take("a", 100 * windowMs);
      expect(await limiter.take("a", windowMs)).toMatchObject({ ok: true, resetMs: 2 * windowMs });
    });

    test("refuses nobody when there are more keys than room", async () => {
      const limiter = await openWith(1, 100);
      for (let n = 0; n < manyKeys; n++) {
        if (!(await limiter.take(`10.0.${n >> 8}.${n & 255}`, n / 10)).ok)
          throw new Error(`Key ${n} was refused.`);
      }
    });

    test("keeps nearly all windows of as many keys as there is room for", async () => {
      const limiter = await openWith(1, 10_000);
      const keys = Array.from({ length: 10_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
      for (const key of keys) await limiter.take(key, 0);
      const forgotten = keys.filter((key) => limiter.peek(key, 1).ok);
      expect(forgotten.length).toBeLessThan(keys.length / 50);
    });

    test("gives a key no more than the limit in any window, whenever its calls come", async () => {
      const calls = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(20_000)), { maxLength: 200 });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 5 }), calls, async (limit, sequence) => {
          const limiter = await openWith(limit, 10);
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
            const expected = {
              ok,
              limit,
              remaining: limit - window.taken,
              resetMs: window.startMs + windowMs,
            };
            expect(await limiter.take(key, nowMs)).toEqual(expected);
          }
        }),
      );
    });
  });
}
