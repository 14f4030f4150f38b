import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { parseHttpDate } from "./http-date.ts";

const now = Date.UTC(2026, 10, 15, 1, 36, 8) / 1000;

function isoOf(text: string, nowSeconds = now): string | null {
  const seconds = parseHttpDate(text, nowSeconds);
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace(".000", "");
}

const accepted: readonly [text: string, instant: string][] = [
  ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
  ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"],
  ["Sun, 06 Nov 1994 08:49:37 +0000", "1994-11-06T08:49:37Z"],
  ["Sunday, 06-Nov-94 08:49:37 +0000", "1994-11-06T08:49:37Z"],
  ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"],
  ["Sun Nov 06 08:49:37 1994", "1994-11-06T08:49:37Z"],
  ["Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"],
  ["Sun, 15 Nov 2026 01:36:08 GMT", "2026-11-15T01:36:08Z"],
  ["Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"],
  ["Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59Z"],
  ["Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"],
  ["Tue, 29 Feb 2000 12:00:00 GMT", "2000-02-29T12:00:00Z"],
  ["Sat, 31 Dec 2016 23:59:60 GMT", "2016-12-31T23:59:59Z"],
  ["Mon, 15 Nov 2026 01:36:08 GMT", "2026-11-15T01:36:08Z"],
  ["Wednesday, 15-Nov-26 01:36:08 GMT", "2026-11-15T01:36:08Z"],
];

test.each(accepted)("reads %p as %s", (text, instant) => {
  expect(isoOf(text)).toBe(instant);
});

const refused: readonly [why: string, text: string][] = [
  ["nothing", ""],
  ["a weekday alone", "Sun"],
  ["a weekday and a comma", "Sun,"],
  ["a weekday and a space", "Sun "],
  ["no weekday", "06 Nov 1994 08:49:37 GMT"],
  ["an unknown weekday", "Sux, 06 Nov 1994 08:49:37 GMT"],
  ["a weekday in small letters", "sun, 06 Nov 1994 08:49:37 GMT"],
  ["a long weekday in IMF-fixdate", "Sunday, 06 Nov 1994 08:49:37 GMT"],
  ["a short weekday in RFC 850", "Sun, 06-Nov-94 08:49:37 GMT"],
  ["no comma in RFC 850", "Sunday; 06-Nov-94 08:49:37 GMT"],
  ["a long weekday in asctime", "Sunday Nov  6 08:49:37 1994"],
  ["an unknown month", "Sun, 06 Nox 1994 08:49:37 GMT"],
  ["a month in capitals", "Sun, 06 NOV 1994 08:49:37 GMT"],
  ["a month as a number", "Sun, 06 011 1994 08:49:37 GMT"],
  ["30 February", "Wed, 30 Feb 2000 12:00:00 GMT"],
  ["29 February of a common year", "Sun, 29 Feb 2026 12:00:00 GMT"],
  ["31 April", "Fri, 31 Apr 2026 12:00:00 GMT"],
  ["day 0", "Sun, 00 Nov 1994 08:49:37 GMT"],
  ["day 32", "Sun, 32 Dec 1994 08:49:37 GMT"],
  ["hour 24", "Sun, 06 Nov 1994 24:00:00 GMT"],
  ["minute 60", "Sun, 06 Nov 1994 08:60:37 GMT"],
  ["second 61", "Sun, 06 Nov 1994 08:49:61 GMT"],
  ["one digit of the day", "Sun, 6 Nov 1994 08:49:37 GMT"],
  ["a padded day outside asctime", "Sun,  6 Nov 1994 08:49:37 GMT"],
  ["a padded day in RFC 850", "Sunday,  6-Nov-94 08:49:37 GMT"],
  ["a day of two spaces", "Sun Nov    08:49:37 1994"],
  ["a five-digit year", "Sun, 06 Nov 11994 08:49:37 GMT"],
  ["a two-digit year in IMF-fixdate", "Sun, 06 Nov 94 08:49:37 GMT"],
  ["a four-digit year in RFC 850", "Sunday, 06-Nov-1994 08:49:37 GMT"],
  ["a year that is no number", "Sun, 06 Nov 19x4 08:49:37 GMT"],
  ["a short year that is no number", "Sunday, 06-Nov-x4 08:49:37 GMT"],
  ["another zone's name", "Sun, 06 Nov 1994 08:49:37 UTC"],
  ["another numeric zone", "Sun, 06 Nov 1994 08:49:37 +0100"],
  ["a numeric zone with the wrong sign", "Sun, 06 Nov 1994 08:49:37 -0000"],
  ["a numeric zone with a colon", "Sun, 06 Nov 1994 08:49:37 +00:00"],
  ["a numeric zone and a name", "Sun, 06 Nov 1994 08:49:37 GMT +0000"],
  ["a numeric zone in asctime", "Sun Nov  6 08:49:37 1994 +0000"],
  ["no zone", "Sun, 06 Nov 1994 08:49:37"],
  ["a zone in asctime", "Sun Nov  6 08:49:37 1994 GMT"],
  ["leading space", " Sun, 06 Nov 1994 08:49:37 GMT"],
  ["trailing space", "Sun, 06 Nov 1994 08:49:37 GMT "],
  ["two spaces", "Sun, 06  Nov 1994 08:49:37 GMT"],
  ["dots in the time", "Sun, 06 Nov 1994 08.49.37 GMT"],
  ["digits of another script", "Sun, ٠٦ Nov 1994 08:49:37 GMT"],
  ["ISO 8601", "1994-11-06T08:49:37Z"],
  ["half of asctime, where the pattern starts before the text", "Sun Nov  6 0"],
];

test.each(refused)("refuses %s: %p", (_why, text) => {
  expect(parseHttpDate(text, now)).toBeNull();
});

describe("a two-digit year", () => {
  test("is in the future up to 50 years ahead, otherwise in the past", () => {
    expect(isoOf("Friday, 13-Nov-76 00:00:00 GMT")).toBe("2076-11-13T00:00:00Z");
    expect(isoOf("Friday, 19-Nov-76 00:00:00 GMT")).toBe("1976-11-19T00:00:00Z");
    expect(isoOf("Sunday, 31-Dec-75 00:00:00 GMT")).toBe("2075-12-31T00:00:00Z");
    expect(isoOf("Sunday, 01-Jan-77 00:00:00 GMT")).toBe("1977-01-01T00:00:00Z");
  });

  test("changes century with the clock", () => {
    const nearTurn = Date.UTC(2099, 11, 31) / 1000;
    expect(isoOf("Friday, 01-Jan-00 00:00:00 GMT", nearTurn)).toBe("2100-01-01T00:00:00Z");
    expect(isoOf("Friday, 31-Dec-99 00:00:00 GMT", nearTurn)).toBe("2099-12-31T00:00:00Z");
  });

  test("uses the century in which the date exists", () => {
    const beforeTurn = Date.UTC(2060, 0, 1) / 1000;
    expect(isoOf("Tuesday, 29-Feb-00 00:00:00 GMT", beforeTurn)).toBe("2000-02-29T00:00:00Z");
    expect(isoOf("Tuesday, 30-Feb-00 00:00:00 GMT", beforeTurn)).toBeNull();
  });
});

test("reads every date that toUTCString writes", () => {
  const anySecond = fc.integer({ min: Date.UTC(0, 0) / 1000, max: 253_402_300_799 });
  fc.assert(
    fc.property(anySecond, (seconds) => {
      expect(parseHttpDate(new Date(seconds * 1000).toUTCString(), now)).toBe(seconds);
    }),
  );
});

test("returns whole seconds or nothing for mutated dates and arbitrary text", () => {
  const dates = fc.constantFrom(...accepted.map(([text]) => text));
  const mutated = fc
    .tuple(dates, fc.nat(40), fc.string({ maxLength: 2 }))
    .map(([text, at, replacement]) => text.slice(0, at) + replacement + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ unit: anyCharacter })), (text) => {
      const seconds = parseHttpDate(text, now);
      expect(seconds === null || Number.isSafeInteger(seconds)).toBe(true);
    }),
    { numRuns: propertyRuns(1000) },
  );
});
