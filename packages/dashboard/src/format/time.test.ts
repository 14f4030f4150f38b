import { expect, test } from "bun:test";
import { agoText, dayText, durationText, exactTime, keptTime, rangeText, shortTime } from "./time.ts";

const now = Date.UTC(2026, 5, 1, 12);
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

test("shows future times to the nearest unit, and past ones in whole units", () => {
  const justBelow = [7 * day, day, 3 * hour, hour, minute].map((length) => length - 1);
  expect(justBelow.map((ms) => agoText(now + ms, now))).toEqual([
    "in 7 d",
    "in 1 d",
    "in 3 h",
    "in 1 h",
    "in 1 min",
  ]);
  expect(justBelow.map((ms) => agoText(now - ms, now))).toEqual([
    "6 d ago",
    "23 h ago",
    "2 h 59 min ago",
    "59 min ago",
    "59 s ago",
  ]);
  expect(agoText(now + 6 * day + 11 * hour, now)).toBe("in 6 d");
  expect(agoText(now + 10 * second, now)).toBe("in 10 s");
});

test("shows durations past two months in months and years", () => {
  const days = [59, 90, 364, 365, 1142];
  expect(days.map((count) => durationText(count * day + 3 * hour))).toEqual([
    "59 d",
    "3 months",
    "12 months",
    "1 year",
    "3 years",
  ]);
});

test("names the year of a time in another year, past or future", () => {
  expect(shortTime(Date.UTC(2030, 2, 4, 12), now)).toContain("2030");
  expect(shortTime(Date.UTC(1970, 2, 4, 12), now)).toContain("1970");
  expect(shortTime(Date.UTC(2026, 2, 4, 12), now)).not.toContain("2026");
});

test("writes all dates alike, without the year if it is this year, and without leading zeros", () => {
  const march = Date.UTC(2026, 2, 4, 3, 5, 9);
  const texts = [dayText(march, now), shortTime(march, now), exactTime(march, now)];
  for (const text of texts) {
    expect(text).toStartWith("Mar 4");
    expect(text).not.toMatch(/2026|\b0\d,|, 0\d/);
  }
  const earlier = Date.UTC(2024, 2, 4, 3, 5, 9);
  expect([dayText(earlier, now), shortTime(earlier, now), exactTime(earlier, now)]).toEqual([
    expect.stringContaining("2024"),
    expect.stringContaining("2024"),
    expect.stringContaining("2024"),
  ]);
  expect(keptTime(march)).toContain("2026");
});

test("writes what both ends of a range share once", () => {
  const at = (day: number, hour: number, year = 2026) => Date.UTC(year, 2, day, hour);
  const text = (fromMs: number, toMs: number) => rangeText(fromMs, toMs, now).replace(/\s/gu, " ");
  expect(text(at(4, 6), at(4, 10))).toBe("Mar 4, 6:00 – 10:00 AM");
  expect(text(at(4, 6), at(5, 18))).toBe("Mar 4, 6:00 AM – Mar 5, 6:00 PM");
  expect(text(at(4, 6, 2024), at(4, 10, 2024))).toContain("2024");
  expect(text(at(4, 6, 2025), at(4, 10))).toMatch(/2025.*2026/);
});
