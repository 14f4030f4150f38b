import { expect, test } from "bun:test";
import { LastConnected } from "./last-connected.ts";

function noted(...seen: readonly (readonly [deviceId: number, ms: number])[]): LastConnected {
  const connected = new LastConnected();
  for (const [deviceId, ms] of seen) connected.note(deviceId, ms);
  return connected;
}

test("collects each device once, with its last time", () => {
  const connected = noted([3, 40], [1, 10], [90_000, 20], [1, 30]);
  const all = [
    [1, 30],
    [3, 40],
    [90_000, 20],
  ];
  expect(connected.collect()).toEqual(all as never);
  expect(connected.collect()).toEqual([]);
  connected.note(3, 50);
  expect(connected.collect()).toEqual([[3, 50]]);
});

test("continues where it stopped, so no device waits for more than a round", () => {
  const connected = noted([5, 10], [6, 10], [7, 10], [2000, 10]);
  expect(connected.collect(2)).toEqual([
    [5, 10],
    [6, 10],
  ]);
  connected.note(5, 20);
  connected.note(6, 20);
  expect(connected.collect(2)).toEqual([
    [7, 10],
    [2000, 10],
  ]);
  expect(connected.collect(2)).toEqual([
    [5, 20],
    [6, 20],
  ]);
});
