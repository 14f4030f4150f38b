import { expect, test } from "bun:test";
import { readDeviceClock } from "./clock-correction.ts";

const arrivalMs = Date.parse("2026-06-15T12:00:00.500Z");

function correctFrom(header: string | null, atMs: number): number | null {
  return readDeviceClock(header, atMs)?.correctFrom ?? null;
}

function headerAt(instant: string): string {
  return new Date(instant).toUTCString();
}

test("corrects timestamps by a clock that is off by more than two seconds, either way", () => {
  for (const instant of [
    "2026-06-15T12:00:03Z",
    "2026-06-15T11:59:58Z",
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ]) {
    expect(correctFrom(headerAt(instant), arrivalMs)).toBe(Date.parse(instant) / 1000);
  }
});

test("does not correct by a clock that is off by two seconds or less", () => {
  for (const instant of ["2026-06-15T12:00:02Z", "2026-06-15T12:00:00Z", "2026-06-15T11:59:59Z"]) {
    expect(correctFrom(headerAt(instant), arrivalMs)).toBeNull();
  }
  const wholeSecondMs = Date.parse("2026-06-15T12:00:00Z");
  expect(correctFrom(headerAt("2026-06-15T12:00:02Z"), wholeSecondMs)).toBeNull();
  expect(correctFrom(headerAt("2026-06-15T11:59:58Z"), wholeSecondMs)).toBeNull();
});

test("does not correct without a header, or with one that is not a date", () => {
  for (const header of [null, "", "yesterday", "2020-01-01T00:00:00Z", "Mon, 30 Feb 2026 00:00:00 GMT"]) {
    expect(correctFrom(header, arrivalMs)).toBeNull();
  }
});

test("reports how far a clock is off even if nothing is corrected", () => {
  expect(readDeviceClock(headerAt("2026-06-15T12:00:00Z"), arrivalMs)?.offsetMs).toBe(500);
  expect(readDeviceClock(headerAt("2026-06-15T12:00:10Z"), arrivalMs)?.offsetMs).toBe(-9500);
});
