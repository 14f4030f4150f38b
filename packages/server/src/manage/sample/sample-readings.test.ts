import { expect, test } from "bun:test";
import { sampleFleet } from "./sample-fleet.ts";
import { readingsOfWeek } from "./sample-readings.ts";

const loadedMs = Date.UTC(2026, 4, 20, 12, 34, 56);
const hourMs = 3_600_000;

function weekOf(part: string, seed = 1) {
  const device = sampleFleet({ seed, loadedMs }).find((one) => one.part === part)!;
  const sensorIds = new Map(device.sensors.map(({ slug }, nth) => [slug, nth]));
  const readings = readingsOfWeek({ device, deviceId: 3, sensorIds }, loadedMs);
  const of = (slug: string) => {
    const sensorId = sensorIds.get(slug);
    return readings.values.flatMap((value, nth) =>
      readings.sensorIds[nth] === sensorId ? { value, atMs: readings.atUs[nth]! / 1000 } : [],
    );
  };
  return { readings, of };
}

const mean = (values: readonly { readonly value: number }[]) =>
  values.reduce((sum, { value }) => sum + value, 0) / values.length;

test("covers the week before now, in order, and nothing later than now", () => {
  const { readings } = weekOf("office");
  const [first, last] = [readings.atUs[0]! / 1000, readings.atUs.at(-1)! / 1000];
  expect(loadedMs - first).toBeWithin(7 * 24 * hourMs - hourMs, 7 * 24 * hourMs + hourMs);
  expect(loadedMs - last).toBeWithin(0, hourMs);
  expect(readings.atUs).toEqual(readings.atUs.toSorted((one, other) => one - other));
  for (const receivedUs of readings.receivedUs) expect(receivedUs!).toBeLessThanOrEqual(loadedMs * 1000);
});

test.each([1, 2, 3, 4, 5])(
  "has a freezer that is fine most of the time and too warm now (seed %d)",
  (seed) => {
    const temperatures = weekOf("freezer-2", seed).of("temperature");
    const tooWarm = temperatures.filter(({ value }) => value > -15);
    expect(tooWarm.length / temperatures.length).toBeWithin(0.01, 0.15);
    expect(mean(temperatures.slice(-2))).toBeGreaterThan(-15);
    expect(
      Math.max(
        ...weekOf("freezer-1", seed)
          .of("temperature")
          .map(({ value }) => value),
      ),
    ).toBeLessThan(-17);
  },
);

test("has a device whose clock drifts, and others whose clocks are right", () => {
  const aheadMs = ({ readings }: ReturnType<typeof weekOf>) =>
    readings.atUs.map(
      (atUs, nth) => readings.deviceSeconds[nth]! * 1000 + readings.deviceMicros[nth]! / 1000 - atUs / 1000,
    );
  const drifting = aheadMs(weekOf("loading-dock"));
  expect(drifting.at(-1)! - drifting[0]!).toBeGreaterThan(5 * 60_000);
  expect(new Set(aheadMs(weekOf("office")))).toEqual(new Set([0]));
});

test("has a device that has been silent for hours", () => {
  const last = weekOf("yard").of("temperature").at(-1)!;
  expect(loadedMs - last.atMs).toBeWithin(5 * hourMs, 6 * hourMs);
});

test("has meters that never count down", () => {
  for (const part of ["meter", "panels"]) {
    const counted = weekOf(part)
      .of("energy")
      .map(({ value }) => value);
    expect(counted).toEqual(counted.toSorted((one, other) => one - other));
    expect(counted.at(-1)! - counted[0]!).toBeGreaterThan(50);
  }
});

test("gives the same history for the same moment and seed, and another one for another seed", () => {
  expect(weekOf("roof").readings).toEqual(weekOf("roof").readings);
  expect(weekOf("roof").readings.values).not.toEqual(weekOf("roof", 2).readings.values);
});
