import { describe, expect, test } from "bun:test";
import { formatMicros } from "./instant.ts";
import { Iso8601Parser } from "./iso-8601.ts";
import { TimestampParser } from "./timestamp.ts";
import { accepted, refused } from "./timestamp.vectors.ts";

/** The last instant of a parser. Far from now, only a bigint holds its microseconds. */
function textOf({ seconds, micros }: Iso8601Parser | TimestampParser): string {
  return formatMicros(BigInt(seconds) * 1_000_000n + BigInt(micros));
}

/** The instant of a text, or null; the short way and the whole grammar must agree. */
function read(text: string): string | null {
  const [short, whole] = [new TimestampParser(), new Iso8601Parser()].map((parser) =>
    parser.parse(text) ? textOf(parser) : null,
  );
  expect(short!).toBe(whole!);
  return short!;
}

describe("reads", () => {
  for (const [what, rows] of Object.entries(accepted)) {
    describe(what, () => {
      test.each(rows)("%s is %s", (text, instant) => expect(read(text)).toBe(instant));
    });
  }
});

describe("refuses", () => {
  for (const [what, texts] of Object.entries(refused)) {
    describe(what, () => {
      test.each(texts)("%p", (text) => expect(read(text)).toBeNull());
    });
  }
});

describe("one parser, used again and again", () => {
  test("reads the common form without going through the whole grammar", () => {
    class NoGrammar extends Iso8601Parser {
      override parse(): boolean {
        return false;
      }
    }
    const parser = new TimestampParser(new NoGrammar());
    for (const [text, instant] of accepted["the common form"]!) {
      expect(parser.parse(text)).toBe(true);
      expect(textOf(parser)).toBe(instant);
    }
    expect(parser.parse("2026-11-15")).toBe(false);
  });

  test("keeps the last instant when it refuses a text", () => {
    const parser = new TimestampParser();
    parser.parse("2026-11-15T01:36:08.5Z");
    for (const text of ["2026-11-15T01:36:08.7x", "2026-11-16T25:00:00Z", "1970-01-01T00:00:00+01:00", ""]) {
      expect(parser.parse(text)).toBe(false);
      expect(textOf(parser)).toBe("2026-11-15T01:36:08.500000Z");
    }
  });

  test("finds every day again when days alternate", () => {
    const parser = new TimestampParser();
    for (const date of ["2026-11-15", "2026-11-16", "2026-11-15", "2024-02-29", "2026-11-15"]) {
      expect(parser.parse(`${date}T12:00:00Z`)).toBe(true);
      expect(textOf(parser)).toBe(`${date}T12:00:00.000000Z`);
    }
  });

  test("never mistakes a date with a missing digit for the day it remembers", () => {
    const parser = new TimestampParser();
    const codes = Array.from({ length: 128 }, (_, code) => code).filter((code) => code < 48 || code > 57);
    for (const remembered of ["2026-11-15", "2126-11-10", "3026-11-05", "1970-01-01", "9999-12-31"]) {
      expect(parser.parse(`${remembered}T00:00:00Z`)).toBe(true);
      for (const at of [0, 1, 2, 3, 5, 6, 8, 9]) {
        for (const code of codes) {
          const date = remembered.slice(0, at) + String.fromCharCode(code) + remembered.slice(at + 1);
          if (parser.parse(`${date}T00:00:00Z`)) throw new Error(`accepted ${JSON.stringify(date)}`);
        }
      }
    }
    expect(parser.parse("3026-11-05T00:00:00Z") && parser.parse("2026-11-x5T00:00:00Z")).toBe(false);
    expect(parser.parse("2126-11-10T00:00:00Z") && parser.parse("2026-11-1xT00:00:00Z")).toBe(false);
  });

  test("reads a fraction of a hundred thousand digits", () => {
    const nines = "9".repeat(100_000);
    expect(read(`2026-11-15T01:36:08.${nines}Z`)).toBe("2026-11-15T01:36:08.999999Z");
    expect(read(`2026-11-15T01:36.${nines}Z`)).toBe("2026-11-15T01:36:59.999999Z");
    expect(read(`2026-11-15T01.${nines}Z`)).toBe("2026-11-15T01:59:59.999999Z");
    expect(read(`2026-11-15T24:00:00.${"0".repeat(100_000)}1Z`)).toBeNull();
  });
});
