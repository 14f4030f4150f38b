import { expect, test } from "bun:test";
import { DeviceRhythms } from "./device-rhythms.ts";

const minuteMs = 60_000;
const nowMs = 1_800_000_000_000;

async function rhythmsAfter(lastConnectedMs: number | null, rhythm: string | null): Promise<DeviceRhythms> {
  const rhythms = new DeviceRhythms({
    connectionsOf: async (ids) =>
      new Map(lastConnectedMs === null ? [] : ids.map((id) => [id, { lastConnectedMs, rhythm }])),
  });
  await rhythms.load([1, 2]);
  return rhythms;
}

test("continues to learn the interval after a restart, from the last connection", async () => {
  const rhythms = await rhythmsAfter(nowMs - 5 * minuteMs, `${5 * minuteMs},${5 * minuteMs}`);
  expect(rhythms.connected(1, nowMs)).toBe(`${5 * minuteMs},${5 * minuteMs},${5 * minuteMs}`);
});

test("has something to write only when a stretch of requests is complete", async () => {
  const rhythms = await rhythmsAfter(null, null);
  const written = Array.from({ length: 130 }, (_, second) => rhythms.connected(1, nowMs + second * 1000));
  expect(written.filter((text) => text !== null)).toEqual(["1000", "1000,1000"]);
});

test("learns the interval of each device, and forgets deleted ones", async () => {
  const rhythms = await rhythmsAfter(null, null);
  const last = [null, null] as (string | null)[];
  for (let n = 0; n < 3; n++) {
    last[0] = rhythms.connected(1, nowMs + n * 5 * minuteMs);
    last[1] = rhythms.connected(2, nowMs + n * 60 * minuteMs);
  }
  expect(last).toEqual([`${5 * minuteMs},${5 * minuteMs}`, `${60 * minuteMs},${60 * minuteMs}`]);
  rhythms.forget(1);
  await rhythms.load([1, 2]);
  expect(rhythms.connected(1, nowMs + 15 * minuteMs)).toBeNull();
  expect(rhythms.connected(2, nowMs + 180 * minuteMs)).not.toBeNull();
});

test("learns nothing about a device that could not be loaded, so that nothing stored is lost", async () => {
  const rhythms = new DeviceRhythms({ connectionsOf: () => Promise.reject(new Error("the store is away")) });
  await rhythms.load([1]).catch(() => undefined);
  const told = [0, 5, 10, 15].map((minutes) => rhythms.connected(1, nowMs + minutes * minuteMs));
  expect(told).toEqual([null, null, null, null]);
});
