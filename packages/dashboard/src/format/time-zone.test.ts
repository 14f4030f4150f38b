import { afterEach, describe, expect, test } from "bun:test";
import { timeLabels } from "../pages/charts/time-axis.ts";
import { clockTime, dayText, exactTime, minuteText, shortTime } from "./time.ts";
import { timeMarks } from "./time-marks.ts";
import { setTimeSettings } from "./time-settings.ts";
import {
  allTimeZones,
  browserTimeZone,
  fromWallClockMs,
  isSameDay,
  parseWallClock,
  wallClockText,
  zoneText,
} from "./time-zone.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

function use(timeZone: string | null, timeFormat: "auto" | "12h" | "24h" = "24h"): void {
  setTimeSettings({ timeZone, timeFormat });
}

afterEach(() => use(null, "auto"));

describe("times are written in the chosen zone", () => {
  const atMs = Date.UTC(2026, 5, 30, 22, 5, 9);

  test.each([
    ["UTC", "22:05:09", "Jun 30"],
    ["Europe/Berlin", "00:05:09", "Jul 1"],
    ["America/New_York", "18:05:09", "Jun 30"],
    ["Asia/Kathmandu", "03:50:09", "Jul 1"],
    ["Pacific/Auckland", "10:05:09", "Jul 1"],
  ])("%s", (zone, clock, day) => {
    use(zone);
    expect(clockTime(atMs)).toBe(clock);
    expect(shortTime(atMs)).toContain(day);
    expect(dayText(atMs)).toContain(day);
    expect(exactTime(atMs)).toContain(clock);
  });

  test("counts hours to 12 or to 24 as chosen, with midnight as 00:00 or 12:00", () => {
    use("UTC", "12h");
    expect(clockTime(atMs)).toBe("10:05:09 PM");
    expect(minuteText(Date.UTC(2026, 0, 1))).toBe("12:00 AM");
    use("UTC", "24h");
    expect(minuteText(Date.UTC(2026, 0, 1))).toBe("00:00");
  });

  test("names the zone of the exact time, even across a change to summer time", () => {
    use("Europe/Berlin");
    expect(exactTime(Date.UTC(2026, 0, 1))).toEndWith("GMT+1");
    expect(exactTime(Date.UTC(2026, 6, 1))).toEndWith("GMT+2");
    use("UTC");
    expect(exactTime(Date.UTC(2026, 6, 1))).toEndWith("UTC");
  });

  test("replaces a zone that the browser does not know with the browser's own", () => {
    use("Mars/Olympus");
    const shown = clockTime(atMs);
    use(browserTimeZone());
    expect(clockTime(atMs)).toBe(shown);
  });

  test("starts days at midnight of the zone", () => {
    use("Pacific/Auckland");
    expect(isSameDay(Date.UTC(2026, 5, 30, 12), atMs)).toBeTrue();
    use("UTC");
    expect(isSameDay(Date.UTC(2026, 6, 1), atMs)).toBeFalse();
  });

  test("shows a zone with its offset at that time", () => {
    expect(zoneText(atMs, "America/New_York")).toBe("America/New York (GMT-4)");
    expect(zoneText(Date.UTC(2026, 0, 1), "America/New_York")).toBe("America/New York (GMT-5)");
    expect(zoneText(atMs, "UTC")).toBe("UTC");
    expect(allTimeZones()).toContain("Europe/Berlin");
    expect(allTimeZones().filter((name) => name === "UTC")).toHaveLength(1);
  });
});

describe("inputs for dates and times", () => {
  test("are parsed back to the same instant in every zone", () => {
    for (const zone of allTimeZones()) {
      use(zone);
      for (const ms of [0, Date.UTC(1999, 11, 31, 23, 59, 59), Date.UTC(2026, 6, 1, 12, 34, 56)])
        expect([zone, parseWallClock(wallClockText(ms))]).toEqual([zone, ms]);
    }
  });

  test("move an hour that is skipped to the one after it", () => {
    use("Europe/Berlin");
    expect(parseWallClock("2026-03-29T02:30:00")).toBe(Date.UTC(2026, 2, 29, 1, 30));
    expect(wallClockText(parseWallClock("2026-03-29T02:30:00"))).toBe("2026-03-29T03:30:00");
  });

  test("use the first of an hour that occurs twice", () => {
    use("Europe/Berlin");
    expect(parseWallClock("2026-10-25T02:30:00")).toBe(Date.UTC(2026, 9, 25, 0, 30));
    use("America/New_York");
    expect(parseWallClock("2026-11-01T01:30")).toBe(Date.UTC(2026, 10, 1, 5, 30));
  });

  test("give no instant for an empty text", () => {
    for (const text of ["", "tomorrow"]) expect(parseWallClock(text)).toBeNaN();
  });
});

describe("marks of a time axis", () => {
  const shown = (fromMs: number, toMs: number, stepMs: number) =>
    timeMarks(fromMs, toMs, stepMs).map((ms) => wallClockText(ms).slice(5, 16));

  test("stay at round hours where summer time begins and ends", () => {
    use("Europe/Berlin");
    const march = fromWallClockMs(Date.UTC(2026, 2, 28, 20));
    expect(shown(march, march + 14 * hourMs, 4 * hourMs)).toEqual([
      "03-28T20:00",
      "03-29T00:00",
      "03-29T04:00",
      "03-29T08:00",
    ]);
    const october = fromWallClockMs(Date.UTC(2026, 9, 24, 20));
    expect(shown(october, october + 14 * hourMs, 4 * hourMs)).toEqual([
      "10-24T20:00",
      "10-25T00:00",
      "10-25T04:00",
      "10-25T08:00",
    ]);
  });

  test("have marks for both of an hour that occurs twice", () => {
    use("Europe/Berlin");
    const fromMs = Date.UTC(2026, 9, 25, 0);
    expect(shown(fromMs, fromMs + 2 * hourMs, 30 * minuteMs)).toEqual([
      "10-25T02:00",
      "10-25T02:30",
      "10-25T02:00",
      "10-25T02:30",
      "10-25T03:00",
    ]);
  });

  test("start days, months and years at midnight of the zone", () => {
    use("Asia/Kathmandu");
    const fromMs = Date.UTC(2026, 0, 30);
    expect(shown(fromMs, fromMs + 3 * dayMs, dayMs)).toEqual(["01-31T00:00", "02-01T00:00", "02-02T00:00"]);
    expect(shown(fromMs, fromMs + 200 * dayMs, 90 * dayMs)).toEqual(["04-01T00:00", "07-01T00:00"]);
    expect(shown(fromMs, fromMs + 800 * dayMs, 365 * dayMs)).toEqual(["01-01T00:00", "01-01T00:00"]);
  });

  test("are labelled in the chosen zone and hour format", () => {
    const marks = timeMarks(Date.UTC(2026, 5, 30, 20), Date.UTC(2026, 6, 1, 2), 2 * hourMs);
    use("Europe/Berlin");
    expect(timeLabels(marks, 2 * hourMs)).toEqual(["22:00\nJun 30", "00:00\nJul 1", "02:00", "04:00"]);
    use("UTC", "12h");
    expect(timeLabels(marks, 2 * hourMs).slice(0, 3)).toEqual([
      "8:00 PM\nJun 30",
      "10:00 PM",
      "12:00 AM\nJul 1",
    ]);
  });
});
