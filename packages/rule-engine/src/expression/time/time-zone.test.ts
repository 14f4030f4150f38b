import { expect, test } from "bun:test";
import { findTimeZone } from "./time-zone.ts";

const hourUs = 3_600_000_000;

function offsetHours(zone: string, ...date: [number, number, number, number?, number?, number?]): number {
  return findTimeZone(zone)!.offsetUs(Date.UTC(...date) * 1_000) / hourUs;
}

test.each([
  ["UTC", [2026, 0, 1], 0],
  ["Europe/Berlin", [2026, 0, 1], 1],
  ["Europe/Berlin", [2026, 6, 1], 2],
  ["Europe/Berlin", [2026, 2, 29, 0, 59, 59], 1],
  ["Europe/Berlin", [2026, 2, 29, 1, 0, 0], 2],
  ["America/New_York", [2026, 0, 1], -5],
  ["Asia/Kathmandu", [2026, 0, 1], 5.75],
  ["Australia/Lord_Howe", [2026, 0, 1], 11],
  ["Pacific/Kiritimati", [2026, 0, 1], 14],
  ["Africa/Monrovia", [1972, 0, 7, 0, 44, 29], -2_670 / 3_600],
  ["Africa/Monrovia", [1972, 0, 7, 0, 44, 30], 0],
  ["+02:00", [2026, 0, 1], 2],
] as [string, [number, number, number], number][])("%s on %p is %p hours ahead", (zone, date, hours) => {
  expect(offsetHours(zone, ...date)).toBe(hours);
});

test("one zone answers for any order of times as if each were the first", () => {
  const zone = findTimeZone("Europe/Berlin")!;
  const changesUs = Date.UTC(2026, 9, 25, 1) * 1_000;
  for (const atUs of [changesUs, changesUs - 1, changesUs + 1, changesUs - 1, 0, changesUs])
    expect(zone.offsetUs(atUs)).toBe(findTimeZone("Europe/Berlin")!.offsetUs(atUs));
  expect(zone.offsetUs(changesUs - 1)).toBe(2 * hourUs);
  expect(zone.offsetUs(changesUs)).toBe(hourUs);
});

test.each(["", "Mars/Olympus", "Europe/Berlin\u0000", "Europe/Berlin; DROP", "../etc/localtime"])(
  "there is no zone %p",
  (name) => {
    expect(findTimeZone(name)).toBeNull();
  },
);
