import { expect, test } from "bun:test";
import { isOutsideYears } from "./is-outside-years.ts";

test.each([
  "1969-12-31T23:59:59Z",
  "1969-12-31t23:59:59z",
  "0001-01-01",
  "0000-02-29",
  "19691231",
  "1969-W53-1",
  "1968366",
  "10000-01-01T00:00:00Z",
  "+010000-01-01",
  "-0001-01-01",
  "-0044-03-15T12:00:00+01:00",
  "1970-01-01T00:00:00+01:00",
  "9999-12-31T24:00:00Z",
  "9999-12-31T23:59:59-00:01",
])("accepts %s as a time outside the allowed years", (text) => {
  expect(isOutsideYears(text)).toBeTrue();
});

test.each([
  "",
  "-",
  "yesterday",
  "2026-02-30",
  "1970-02-29",
  "1969-02-30",
  "1969-13-01",
  "+2026-01-01",
  "2026-06-14T25:00Z",
  "1781524800",
  "1969",
  "14.06.2026",
  "99999999999999999999-01-01",
])("refuses %p, whatever the year", (text) => {
  expect(isOutsideYears(text)).toBeFalse();
});
