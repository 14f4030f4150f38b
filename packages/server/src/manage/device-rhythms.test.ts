import { expect, test } from "bun:test";
import { DeviceRhythms } from "./device-rhythms.ts";

const minuteMs = 60_000;
const nowMs = 1_800_000_000_000;

function rhythmsAfter(lastConnectedMs: number | null, rhythm: string | null): DeviceRhythms {
  return new DeviceRhythms({ lastConnectedMs: () => lastConnectedMs, rhythm: () => rhythm });
}

test("the interval goes on being learned after a restart, from the last connection before it", () => {
  const rhythms = rhythmsAfter(nowMs - 5 * minuteMs, `${5 * minuteMs},${5 * minuteMs}`);
  expect(rhythms.learnedIntervalMs(1)).toBeNull();
  expect(rhythms.connected(1, nowMs)).toBe(`${5 * minuteMs},${5 * minuteMs},${5 * minuteMs}`);
  expect(rhythms.learnedIntervalMs(1)).toBe(5 * minuteMs);
});

test("there is something to write down only when a stretch of requests is complete", () => {
  const rhythms = rhythmsAfter(null, null);
  const written = Array.from({ length: 130 }, (_, second) => rhythms.connected(1, nowMs + second * 1000));
  expect(written.filter((text) => text !== null)).toEqual(["1000", "1000,1000"]);
});

test("devices are learned apart, and one that is gone is forgotten", () => {
  const rhythms = rhythmsAfter(null, null);
  for (let n = 0; n < 5; n++) {
    rhythms.connected(1, nowMs + n * 5 * minuteMs);
    rhythms.connected(2, nowMs + n * 60 * minuteMs);
  }
  expect([1, 2].map((id) => rhythms.learnedIntervalMs(id))).toEqual([5 * minuteMs, 60 * minuteMs]);
  rhythms.forget(1);
  expect(rhythms.learnedIntervalMs(1)).toBeNull();
});
