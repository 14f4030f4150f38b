import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { TableTimes } from "./table-times.ts";

const reading = fc.record({
  sensorId: fc.integer({ min: 1, max: 3 }),
  seconds: fc.oneof(fc.integer({ min: -1, max: 8000 }), fc.constantFrom(1_795_000_000, 253_402_300_799)),
});

test("calls no stretch empty that has a reading of the sensor, whatever came and went", () => {
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 40 }), fc.array(reading), (added, asked) => {
      const times = new TableTimes(64);
      for (const { sensorId, seconds } of added) times.add(sensorId, seconds);
      const removed = added.splice(0, added.length / 2);
      for (const { sensorId, seconds } of removed) times.remove(sensorId, seconds);
      for (const { sensorId, seconds } of [...asked, ...added]) {
        const until = times.emptyUntil(sensorId, seconds);
        if (until === 0) continue;
        const within = added.filter(
          (one) => one.sensorId === sensorId && one.seconds >= seconds && one.seconds < until,
        );
        expect(within).toEqual([]);
        expect(until).toBeGreaterThan(seconds);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

test("calls a stretch empty again once its readings have left the table", () => {
  const times = new TableTimes(64);
  times.add(1, 5000);
  times.add(1, 5001);
  times.remove(1, 5000);
  expect(times.emptyUntil(1, 5002)).toBe(0);
  times.remove(1, 5001);
  expect(times.emptyUntil(1, 5002)).toBe(5120);
});
