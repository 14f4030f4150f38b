import { describe, expect, test } from "bun:test";
import { DeviceRhythm } from "./device-rhythm.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function rhythmOf(...pausesMs: readonly number[]): DeviceRhythm {
  const rhythm = new DeviceRhythm();
  for (const pauseMs of pausesMs) rhythm.note(pauseMs);
  return rhythm;
}

function times(count: number, ...pausesMs: readonly number[]): number[] {
  return Array.from({ length: count }, () => pausesMs).flat();
}

test("claims nothing before three pauses", () => {
  expect(rhythmOf(5 * minuteMs, 5 * minuteMs).intervalMs).toBeNull();
  expect(rhythmOf(...times(3, 5 * minuteMs)).intervalMs).toBe(5 * minuteMs);
});

test.each([
  ["1 s", secondMs],
  ["15 s", 15 * secondMs],
  ["1 min", minuteMs],
  ["15 min", 15 * minuteMs],
  ["1 h", hourMs],
  ["a day", dayMs],
  ["a week", 7 * dayMs],
])("learns that a device sends every %s, and rounds pauses that vary a little", (_name, intervalMs) => {
  const pauses = Array.from({ length: 240 }, (_, n) => intervalMs * (1 + 0.02 * Math.sin(n)));
  expect(rhythmOf(...pauses).intervalMs).toBe(intervalMs);
});

describe("requests in quick succession do not make the interval shorter", () => {
  test("if a device sends its sensors one after another", () => {
    expect(rhythmOf(...times(6, secondMs, secondMs, secondMs, 5 * minuteMs)).intervalMs).toBe(5 * minuteMs);
  });

  test("if it retries with growing pauses", () => {
    const retries = [secondMs, 2 * secondMs, 4 * secondMs, 8 * secondMs];
    expect(rhythmOf(...times(6, ...retries, 10 * minuteMs)).intervalMs).toBe(10 * minuteMs);
  });

  test("if it empties its buffer after a day without a connection", () => {
    const pauses = [...times(8, hourMs), dayMs, ...times(600, secondMs), hourMs, hourMs];
    expect(rhythmOf(...pauses).intervalMs).toBe(hourMs);
  });
});

test("ignores two outages among eight pauses, and learns a new rhythm after three", () => {
  const regular = times(8, 5 * minuteMs);
  expect(rhythmOf(...regular, 3 * hourMs, 5 * minuteMs, dayMs).intervalMs).toBe(5 * minuteMs);
  expect(rhythmOf(...regular, hourMs, hourMs).intervalMs).toBe(5 * minuteMs);
  expect(rhythmOf(...regular, hourMs, hourMs, hourMs).intervalMs).toBe(hourMs);
});

test("learns a faster rhythm after some intervals", () => {
  expect(rhythmOf(...times(8, hourMs), ...times(60, minuteMs)).intervalMs).toBe(hourMs);
  expect(rhythmOf(...times(8, hourMs), ...times(6 * 60, minuteMs)).intervalMs).toBe(minuteMs);
});

test("ignores a clock that was set back, and counts a pause as thirty days at most", () => {
  expect(rhythmOf(...times(3, 5 * minuteMs, -hourMs, 0)).intervalMs).toBe(5 * minuteMs);
  expect(rhythmOf(...times(3, 400 * dayMs)).intervalMs).toBe(30 * dayMs);
});

test("reads a rhythm back unchanged, and ignores an unreadable one", () => {
  const rhythm = rhythmOf(...times(9, 5 * minuteMs));
  expect(rhythm.text.split(",")).toHaveLength(8);
  expect(DeviceRhythm.parse(rhythm.text).intervalMs).toBe(5 * minuteMs);
  for (const text of [null, "", "300000,x,300000", "300000,-1,300000"])
    expect(DeviceRhythm.parse(text).intervalMs).toBeNull();
});
