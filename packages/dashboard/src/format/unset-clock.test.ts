import { expect, test } from "bun:test";
import { isFromUnsetClock } from "./unset-clock.ts";

test("recognises the time of a board that counts from 1970 or 2000 since it was switched on", () => {
  expect(isFromUnsetClock("1970-01-01T00:01:12Z")).toBe(true);
  expect(isFromUnsetClock("2000-01-01T06:30:00Z")).toBe(true);
});

test("accepts readings of past years unchanged", () => {
  expect(isFromUnsetClock("2003-06-01T12:00:00Z")).toBe(false);
  expect(isFromUnsetClock("2026-11-15T11:43:29Z")).toBe(false);
});
