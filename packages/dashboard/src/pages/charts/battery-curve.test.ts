import { expect, test } from "bun:test";
import { curveOfLevels } from "./battery-curve.ts";

test("draws battery levels in order of time", () => {
  const curve = curveOfLevels([
    { at: "2026-06-01T00:00:02.000000Z", volts: 3.6 },
    { at: "2026-06-01T00:00:01.000000Z", volts: 3.7 },
  ]);
  const startMs = Date.UTC(2026, 5, 1);
  expect([...curve.atMs]).toEqual([startMs + 1000, startMs + 2000]);
  expect([...curve.mean]).toEqual([3.7, 3.6]);
  expect([...curve.count]).toEqual([1, 1]);
});
