import { expect, test } from "bun:test";
import { sampleFleet } from "./sample-fleet.ts";
import { readingsOfWeek } from "./sample-readings.ts";

const nowMs = Date.UTC(2026, 4, 20, 12, 34, 56);
const hourMs = 3_600_000;

function weekOf(start: string) {
  const device = sampleFleet(nowMs).find(({ name }) => name.startsWith(start))!;
  const readings = readingsOfWeek(
    { device, deviceId: 3, sensorIds: device.sensors.map((_, nth) => nth) },
    nowMs,
  );
  const of = (slug: string) => {
    const sensorId = device.sensors.findIndex((sensor) => sensor.slug === slug);
    return readings.values.flatMap((value, nth) =>
      readings.sensorIds[nth] === sensorId ? { value, atMs: readings.atUs[nth]! / 1000 } : [],
    );
  };
  return { readings, of };
}

const mean = (values: readonly { readonly value: number }[]) =>
  values.reduce((sum, { value }) => sum + value, 0) / values.length;

test("covers the week before now, in order, and nothing later than now", () => {
  const { readings } = weekOf("Office");
  const [first, last] = [readings.atUs[0]! / 1000, readings.atUs.at(-1)! / 1000];
  expect(nowMs - first).toBeWithin(7 * 24 * hourMs - hourMs, 7 * 24 * hourMs + hourMs);
  expect(nowMs - last).toBeWithin(0, hourMs);
  expect(readings.atUs).toEqual(readings.atUs.toSorted((one, other) => one - other));
  for (const receivedUs of readings.receivedUs) expect(receivedUs!).toBeLessThanOrEqual(nowMs * 1000);
});

test("has a freezer that is fine for most of the week and much too warm now", () => {
  const temperatures = weekOf("Freezer 2").of("temperature");
  expect(mean(temperatures.slice(0, 500))).toBeWithin(-21, -18);
  expect(mean(temperatures.slice(-6))).toBeGreaterThan(-12);
  expect(mean(weekOf("Freezer 1").of("temperature").slice(-6))).toBeWithin(-22, -18);
});

test("has a device whose clock drifts, and others whose clocks are right", () => {
  const aheadMs = ({ readings }: ReturnType<typeof weekOf>) =>
    readings.atUs.map(
      (atUs, nth) => readings.deviceSeconds[nth]! * 1000 + readings.deviceMicros[nth]! / 1000 - atUs / 1000,
    );
  const drifting = aheadMs(weekOf("Loading dock"));
  expect(drifting.at(-1)! - drifting[0]!).toBeGreaterThan(5 * 60_000);
  expect(new Set(aheadMs(weekOf("Office")))).toEqual(new Set([0]));
});

test("has a device that was away for hours, and is away now", () => {
  const times = weekOf("Roof")
    .of("battery")
    .map(({ atMs }) => atMs);
  expect(nowMs - times.at(-1)!).toBeGreaterThan(4 * hourMs);
  const gaps = times.slice(1).filter((atMs, nth) => atMs - times[nth]! > 2 * hourMs);
  expect(gaps.length).toBeGreaterThan(2);
});

test("gives the same history for the same moment", () => {
  expect(weekOf("Roof").readings).toEqual(weekOf("Roof").readings);
});
