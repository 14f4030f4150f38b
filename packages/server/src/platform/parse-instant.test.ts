import { expect, test } from "bun:test";
import { parseInstant } from "./parse-instant.ts";

test.each([
  ["1970-01-01", 0],
  ["2026-11-15T01:36:08.123456Z", 1_794_706_568_123_456],
  ["2026-11-15 03:36:08,1234567+02:00", 1_794_706_568_123_456],
  ["20261115T013608Z", 1_794_706_568_000_000],
  ["2026-W46-7T01:36:08", 1_794_706_568_000_000],
  ["2026-11-15T24:00", 1_794_787_200_000_000],
  ["9999-12-31", Number.MAX_SAFE_INTEGER],
])("reads %s as %d us", (text, us) => {
  expect(parseInstant(text)).toBe(us);
});

test.each(["", "now", "2026-02-30", "1969-12-31", "2026-11-15T25:00", "2026-11-15T01:36:08+24:00", "0"])(
  "refuses %p as a time",
  (text) => {
    expect(parseInstant(text)).toBeNull();
  },
);
