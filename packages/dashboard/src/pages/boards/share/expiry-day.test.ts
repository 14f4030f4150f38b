import { expect, test } from "bun:test";
import { dayAfter, daysUntil, shareDaysMax } from "./expiry-day.ts";

// Three nights of 2026 in which clocks change somewhere, and New Year's Eve.
const nights = ["2026-03-29", "2026-10-25", "2026-11-01", "2026-12-31"];

test("counts the days up to a chosen day, whatever the hour and whenever clocks change", () => {
  for (const night of nights) {
    for (const time of ["00:00", "00:30", "12:00", "23:59"]) {
      const nowMs = Date.parse(`${night}T${time}`);
      for (const days of [1, 2, 30, shareDaysMax])
        expect([night, time, daysUntil(dayAfter(nowMs, days), nowMs)]).toEqual([night, time, days]);
    }
  }
});

test("refuses today, days past the longest life of a link, and what is no day", () => {
  const nowMs = Date.parse("2026-11-18T10:00");
  expect(dayAfter(nowMs, 30)).toBe("2026-12-18");
  for (const day of ["2026-11-18", "2026-11-17", dayAfter(nowMs, shareDaysMax + 1), "", "soon"])
    expect([day, daysUntil(day, nowMs)]).toEqual([day, null]);
});
