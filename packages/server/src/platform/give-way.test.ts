import { describe, expect, test } from "bun:test";
import { giveWay, giveWayIfLong, sliceMs, workInTurn, workWithoutGivingWay } from "./give-way.ts";

/** Counts rests, which end when told to. */
function countRests() {
  const state = { rests: 0, end: Promise.resolve() };
  const rest = () => {
    state.rests++;
    return state.end;
  };
  return { state, rest };
}

async function workFor(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) await Promise.resolve();
}

describe("work in a turn", () => {
  test("rests when it gives way, and if it has taken long", async () => {
    const { state, rest } = countRests();
    await workInTurn(rest, async () => {
      await giveWay();
      expect(state.rests).toBe(1);
      await workFor(sliceMs);
      await giveWayIfLong();
      expect(state.rests).toBe(2);
    });
  });

  test("does not end before its rest, also if a part of it has failed", async () => {
    const { state, rest } = countRests();
    const { promise, resolve } = Promise.withResolvers<void>();
    state.end = promise;
    let isOver = false;
    const failing = workInTurn(rest, () =>
      Promise.all([giveWay(), giveWay(), Promise.reject(new Error("No."))]),
    )
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    await new Promise(setImmediate);
    expect([state.rests, isOver]).toEqual([1, false]);
    resolve();
    await failing;
  });

  test("does not rest after its end, or while others wait for it", async () => {
    const { state, rest } = countRests();
    const { promise, resolve } = Promise.withResolvers<void>();
    const left = await workInTurn(rest, async () => {
      await workWithoutGivingWay(async () => {
        await workFor(sliceMs);
        await giveWayIfLong();
        await giveWay();
      });
      return { later: promise.then(giveWay) };
    });
    resolve();
    await left.later;
    expect(state.rests).toBe(0);
  });
});
