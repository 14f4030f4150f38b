import { describe, expect, test } from "bun:test";
import { FileTimeReader, namesItsZone } from "./file-time.ts";
import type { TimeFormat } from "./import-plan.ts";

const read = (format: TimeFormat, text: string, zone = "Europe/Berlin") =>
  new FileTimeReader(format, zone).read(text);

describe("ISO 8601", () => {
  test("keeps an offset and every microsecond", () => {
    expect(read("iso", "2026-01-31T14:05:09.123456+01:00")).toBe("2026-01-31T13:05:09.123456Z");
    expect(read("iso", "2026-01-31 14:05Z")).toBe("2026-01-31T14:05:00Z");
    expect(read("iso", "2026-01-31T14:05:09 -0330")).toBe("2026-01-31T17:35:09Z");
  });

  test("is in the chosen time zone without an offset, in winter, in summer and around the change", () => {
    expect(read("iso", "2026-01-31 14:05:09")).toBe("2026-01-31T13:05:09Z");
    expect(read("iso", "2026-07-31")).toBe("2026-07-30T22:00:00Z");
    // Summer time begins at 02:00 and ends at 03:00.
    expect(read("iso", "2026-03-29T01:59:59")).toBe("2026-03-29T00:59:59Z");
    expect(read("iso", "2026-03-29T03:00:00")).toBe("2026-03-29T01:00:00Z");
    expect(read("iso", "2026-10-25T01:59:59")).toBe("2026-10-24T23:59:59Z");
    expect(read("iso", "2026-10-25T03:00:00")).toBe("2026-10-25T02:00:00Z");
    expect(read("iso", "2026-01-31T00:00:00", "Asia/Kathmandu")).toBe("2026-01-30T18:15:00Z");
  });

  test("refuses what is not a date or time", () => {
    for (const text of ["", "soon", "2026-02-30", "2026-13-01", "2026-01-31T24:00", "2026-01-31T12:60"])
      expect(read("iso", text)).toBeNull();
  });
});

test("reads dates with the year last", () => {
  expect(read("dmy", "31.01.2026 14:05", "UTC")).toBe("2026-01-31T14:05:00Z");
  expect(read("dmy", "1/2/2026, 14:05:09,5", "UTC")).toBe("2026-02-01T14:05:09.5Z");
  expect(read("mdy", "1/2/2026 2:05 PM", "UTC")).toBe("2026-01-02T14:05:00Z");
  expect(read("mdy", "01/31/2026 12:00:01 am", "UTC")).toBe("2026-01-31T00:00:01Z");
  expect(read("mdy", "31/01/2026", "UTC")).toBeNull();
  expect(read("mdy", "01/31/2026 14:05 PM", "UTC")).toBeNull();
});

test("reads Unix times without losing digits", () => {
  expect(read("unix_s", "1769868309")).toBe("2026-01-31T14:05:09Z");
  expect(read("unix_s", "1769868309.123456")).toBe("2026-01-31T14:05:09.123456Z");
  expect(read("unix_ms", "1769868309123.4")).toBe("2026-01-31T14:05:09.1234Z");
  expect(read("unix_ms", "5")).toBe("1970-01-01T00:00:00.005Z");
  for (const text of ["-5", "1e9", "x", "99999999999999999"]) expect(read("unix_s", text)).toBeNull();
});

test("knows which times need a time zone", () => {
  expect(namesItsZone("2026-01-31T14:05:09Z")).toBe(true);
  expect(namesItsZone("2026-01-31 14:05:09+0100")).toBe(true);
  expect(namesItsZone("2026-01-31 14:05:09")).toBe(false);
});
