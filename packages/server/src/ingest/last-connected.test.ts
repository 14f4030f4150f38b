import { expect, test } from "bun:test";
import { Device, type DeviceRecord } from "./authenticate/device-registry.ts";
import { LastConnected } from "./last-connected.ts";

function device(id: number): Device {
  return new Device({ id, previousToken: null } as DeviceRecord);
}

test("collects each device once, with its last time, those that have waited longest first", () => {
  const connected = new LastConnected();
  const [first, second, third] = [device(1), device(2), device(3)];
  for (const [one, ms] of [
    [first, 10],
    [second, 20],
    [first, 30],
    [third, 40],
  ] as const)
    connected.note(one, ms);
  expect(connected.collect(2)).toEqual([
    [1, 30],
    [2, 20],
  ]);
  connected.note(first, 50);
  expect(connected.collect()).toEqual([
    [3, 40],
    [1, 50],
  ]);
  expect(connected.collect()).toEqual([]);
});
