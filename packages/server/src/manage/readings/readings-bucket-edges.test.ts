import { describe, expect, test } from "bun:test";
import { findTimeZone } from "@weir/rule-engine/time-zone";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { bucketEdges, bucketsMax } from "./readings-bucket-edges.ts";
import { type BucketWidth, chooseBucketWidth, parseBucketWidth } from "./readings-bucket-width.ts";

const hourUs = 3_600_000_000;
const dayUs = 24 * hourUs;

function edges(width: BucketWidth, from: string, to: string, zone = "UTC"): string[] | null {
  const found = bucketEdges(width, parseTimeUs(from)!, parseTimeUs(to)!, findTimeZone(zone)!);
  return found === null ? null : Array.from(found, (us) => new Date(us / 1000).toISOString().slice(0, 16));
}

describe("widths", () => {
  test.each([
    ["300", 300e6],
    ["0.5", 0.5e6],
    ["PT5M", 300e6],
    ["PT1H30M", 1.5 * hourUs],
    ["PT0.25S", 250_000],
    ["P1D", dayUs],
    ["P2W", 14 * dayUs],
    ["P1DT12H", 1.5 * dayUs],
  ])("accepts %s as a fixed width", (text, us) => {
    expect(parseBucketWidth(text)).toEqual({ kind: "fixed", us });
  });

  test.each(["day", "week", "month"] as const)("accepts %s as a calendar width", (unit) => {
    expect(parseBucketWidth(unit)).toEqual({ kind: "calendar", unit, step: 1 });
  });

  test.each(["", "P", "PT", "0", "-5", "P1M", "P1Y", "PT5", "5M", "1e3", "0.0001", "99999999999"])(
    "refuses %p",
    (text) => {
      expect(parseBucketWidth(text)).toBeNull();
    },
  );

  test.each([
    [365 * dayUs, 1000, { kind: "fixed", us: 12 * hourUs }],
    [dayUs, 1440, { kind: "fixed", us: 60e6 }],
    [dayUs, 1000, { kind: "fixed", us: 120e6 }],
    [10e6, 1000, { kind: "fixed", us: 10_000 }],
    [30 * dayUs, 30, { kind: "calendar", unit: "day", step: 1 }],
    [365 * dayUs, 10, { kind: "calendar", unit: "day", step: 60 }],
    [1, 10_000, { kind: "fixed", us: 1000 }],
    [100 * 365 * dayUs, 10, { kind: "calendar", unit: "day", step: 3650 }],
  ] as const)("%d us to %d points", (spanUs, points, width) => {
    expect(chooseBucketWidth(spanUs, points)).toEqual(width);
  });
});

describe("edges", () => {
  const hours: BucketWidth = { kind: "fixed", us: 6 * hourUs };
  const day: BucketWidth = { kind: "calendar", unit: "day", step: 1 };

  test("of a fixed width start with the day of the time zone, and reach past the end", () => {
    expect(edges(hours, "2026-06-15T07:00", "2026-06-15T13:00")).toEqual([
      "2026-06-15T06:00",
      "2026-06-15T12:00",
      "2026-06-15T18:00",
    ]);
    expect(edges(hours, "2026-06-15T07:00", "2026-06-15T10:00", "Asia/Kolkata")).toEqual([
      "2026-06-15T06:30",
      "2026-06-15T12:30",
    ]);
  });

  test("of days are 23 and 25 hours apart when clocks change", () => {
    expect(edges(day, "2026-03-28T12:00", "2026-03-30T12:00", "Europe/Berlin")).toEqual([
      "2026-03-27T23:00",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
      "2026-03-30T22:00",
    ]);
    expect(edges(day, "2026-10-24T12:00", "2026-10-25T12:00", "Europe/Berlin")).toEqual([
      "2026-10-23T22:00",
      "2026-10-24T22:00",
      "2026-10-25T23:00",
    ]);
  });

  test("of days lie after a midnight that clocks skip, and at the first of two midnights", () => {
    expect(edges(day, "2018-11-03T12:00", "2018-11-04T12:00", "America/Sao_Paulo")).toEqual([
      "2018-11-03T03:00",
      "2018-11-04T03:00",
      "2018-11-05T02:00",
    ]);
    expect(edges(day, "2026-10-31T12:00", "2026-11-01T12:00", "America/Havana")).toEqual([
      "2026-10-31T04:00",
      "2026-11-01T04:00",
      "2026-11-02T05:00",
    ]);
  });

  test("of days leave out a day that a zone skipped", () => {
    expect(edges(day, "2011-12-29T12:00", "2011-12-31T00:00", "Pacific/Apia")).toEqual([
      "2011-12-29T10:00",
      "2011-12-30T10:00",
      "2011-12-31T10:00",
    ]);
  });

  test("of weeks are Mondays, of months their first days", () => {
    expect(edges({ kind: "calendar", unit: "week", step: 1 }, "2026-06-17", "2026-06-23")).toEqual([
      "2026-06-15T00:00",
      "2026-06-22T00:00",
      "2026-06-29T00:00",
    ]);
    expect(
      edges({ kind: "calendar", unit: "month", step: 1 }, "2025-12-15", "2026-03-01", "America/New_York"),
    ).toEqual(["2025-12-01T05:00", "2026-01-01T05:00", "2026-02-01T05:00", "2026-03-01T05:00"]);
  });

  test("are empty for an empty range, and refused if there would be too many", () => {
    expect(edges(day, "2026-06-15", "2026-06-15")).toEqual([]);
    expect(edges({ kind: "fixed", us: 1e6 }, "2026-06-15", "2026-06-16")).toBeNull();
    expect(edges(day, "1970-01-01", "2200-01-01")).toBeNull();
  });

  test(
    "cover the range, ascend, and are local midnights or the ends of skipped ones",
    () => {
      const zones = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe"];
      const time = fc.integer({ min: 0, max: 2_000_000_000 });
      const width = fc.constantFrom<BucketWidth[]>(
        day,
        hours,
        { kind: "calendar", unit: "week", step: 1 },
        { kind: "calendar", unit: "month", step: 1 },
        { kind: "calendar", unit: "day", step: 5 },
      );
      const spanDays = fc.integer({ min: 1, max: 400 });
      fc.assert(
        fc.property(time, spanDays, width, fc.constantFrom(...zones), (seconds, days, chosen, name) => {
          const zone = findTimeZone(name)!;
          const [fromUs, toUs] = [seconds * 1e6, seconds * 1e6 + days * dayUs];
          const found = bucketEdges(chosen, fromUs, toUs, zone)!;
          expect(found.length - 1).toBeLessThanOrEqual(bucketsMax);
          expect(found[0]!).toBeLessThanOrEqual(fromUs);
          expect(found[1]!).toBeGreaterThan(fromUs);
          expect(found.at(-1)!).toBeGreaterThanOrEqual(toUs);
          expect(found.at(-2)!).toBeLessThan(toUs);
          for (let nth = 1; nth < found.length; nth++) expect(found[nth]!).toBeGreaterThan(found[nth - 1]!);
          if (chosen.kind === "fixed") return;
          for (const us of found) {
            const at = us / 1e6;
            const clock = (((at + zone.offsetSeconds(at)) % 86_400) + 86_400) % 86_400;
            const hasSkipped = zone.offsetSeconds(at) !== zone.offsetSeconds(at - 1);
            if (!hasSkipped) expect(clock).toBe(0);
          }
        }),
        { numRuns: propertyRuns(100) },
      );
    },
    propertyTimeoutMs,
  );
});
