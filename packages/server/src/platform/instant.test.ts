import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatInstant, formatMicros } from "./instant.ts";

const rows: readonly [seconds: number, micros: number, text: string][] = [
  [0, 0, "1970-01-01T00:00:00.000000Z"],
  [0, 1, "1970-01-01T00:00:00.000001Z"],
  [1_794_706_568, 123_456, "2026-11-15T01:36:08.123456Z"],
  [951_868_799, 999_999, "2000-02-29T23:59:59.999999Z"],
  [253_402_300_799, 999_999, "9999-12-31T23:59:59.999999Z"],
  [253_402_300_800, 0, "+010000-01-01T00:00:00.000000Z"],
  [-1, 999_999, "1969-12-31T23:59:59.999999Z"],
  [-1, 500_000, "1969-12-31T23:59:59.500000Z"],
  [-86_400, 0, "1969-12-31T00:00:00.000000Z"],
  [-62_135_596_800, 0, "0001-01-01T00:00:00.000000Z"],
  [-62_167_219_200, 0, "0000-01-01T00:00:00.000000Z"],
  [-62_167_219_201, 0, "-000001-12-31T23:59:59.000000Z"],
];

test.each(rows)("%d s and %d us are written %s", (seconds, micros, text) => {
  expect(formatInstant(seconds, micros)).toBe(text);
  expect(formatMicros(BigInt(seconds) * 1_000_000n + BigInt(micros))).toBe(text);
});

test("agrees with Date wherever Date reaches", () => {
  const anyMs = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
  fc.assert(
    fc.property(anyMs, fc.integer({ min: 0, max: 999 }), (ms, us) => {
      const seconds = Math.floor(ms / 1000);
      const text = new Date(ms).toISOString().replace("Z", `${String(us).padStart(3, "0")}Z`);
      expect(formatInstant(seconds, (ms - seconds * 1000) * 1000 + us)).toBe(text);
    }),
  );
});

test("microseconds give the same text as a number and as a bigint, up to the largest safe number", () => {
  const anySafe = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: 0, max: 2_000_000 }).map((n) => Number.MAX_SAFE_INTEGER - n),
    fc.integer({ min: 0, max: 2_000_000 }).map((n) => Number.MIN_SAFE_INTEGER + n),
  );
  fc.assert(
    fc.property(anySafe, (us) => {
      const seconds = (BigInt(us) - (((BigInt(us) % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
      const text = formatInstant(Number(seconds), Number(BigInt(us) - seconds * 1_000_000n));
      expect(formatMicros(us)).toBe(text);
      expect(formatMicros(BigInt(us))).toBe(text);
    }),
  );
});
