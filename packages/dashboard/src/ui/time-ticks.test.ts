import { expect, test } from "bun:test";
import { timeTicks } from "./time-ticks.ts";

const minuteMs = 60_000;

function shown(from: string, minutes: number, countMax: number): string[] {
  const fromMs = new Date(from).getTime();
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  return timeTicks(fromMs, fromMs + minutes * minuteMs, countMax).map((atMs) => format.format(atMs));
}

test("labels an hour, six hours and a day in round steps, whenever they start", () => {
  expect(shown("2026-03-10T13:24:00", 58, 7)).toEqual(["13:30", "13:40", "13:50", "14:00", "14:10", "14:20"]);
  expect(shown("2026-03-10T13:24:00", 58, 4)).toEqual(["13:30", "13:45", "14:00", "14:15"]);
  expect(shown("2026-03-10T09:10:00", 355, 7)).toEqual([
    "10:00",
    "11:00",
    "12:00",
    "13:00",
    "14:00",
    "15:00",
  ]);
  expect(shown("2026-03-10T21:50:00", 1430, 7)).toEqual([
    "00:00",
    "04:00",
    "08:00",
    "12:00",
    "16:00",
    "20:00",
  ]);
});

test("includes both ends, and returns no more than requested", () => {
  expect(shown("2026-03-10T13:00:00", 60, 7)).toHaveLength(7);
  expect(shown("2026-03-10T13:00:00", 60, 6)).toEqual(["13:00", "13:15", "13:30", "13:45", "14:00"]);
  expect(shown("2026-03-10T13:00:00", 0, 6)).toEqual(["13:00"]);
});
