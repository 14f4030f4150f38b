import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatMicros } from "./format-micros.ts";

const secondsOf = (...date: [number, number, number]) => Date.UTC(...date) / 1000;

test.each([
  [0, "1970-01-01T00:00:00.000000Z"],
  [1, "1970-01-01T00:00:00.000001Z"],
  [-1, "1969-12-31T23:59:59.999999Z"],
  [-500_000, "1969-12-31T23:59:59.500000Z"],
  [-86_400_000_000, "1969-12-31T00:00:00.000000Z"],
  [1_794_706_568_123_456, "2026-11-15T01:36:08.123456Z"],
  [951_868_799_999_999, "2000-02-29T23:59:59.999999Z"],
  [secondsOf(1684, 5, 1) * 1e6, "1684-06-01T00:00:00.000000Z"],
  [Number.MIN_SAFE_INTEGER, "1684-07-28T00:12:25.259009Z"],
  [Number.MAX_SAFE_INTEGER, "2255-06-05T23:47:34.740991Z"],
  [secondsOf(9999, 11, 31) * 1e6, "9999-12-31T00:00:00.000000Z"],
  [Number(253_402_300_799_999_968n), "9999-12-31T23:59:59.999968Z"],
  [253_402_300_800_000_000, "+010000-01-01T00:00:00.000000Z"],
])("writes %d us as %s", (us, text) => {
  expect(formatMicros(us)).toBe(text);
  expect(formatMicros(BigInt(us))).toBe(text);
});

test.each([
  [253_402_300_799_999_999n, "9999-12-31T23:59:59.999999Z"],
  [-62_135_596_800_000_000n, "0001-01-01T00:00:00.000000Z"],
  [-62_167_219_200_000_000n, "0000-01-01T00:00:00.000000Z"],
  [-62_167_219_200_000_001n, "-000001-12-31T23:59:59.999999Z"],
])("writes %d us, beyond the range of a double, as %s", (us, text) => {
  expect(formatMicros(us)).toBe(text);
});

test("agrees with Date wherever Date is exact", () => {
  const anyMs = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 - 1 });
  fc.assert(
    fc.property(anyMs, fc.integer({ min: 0, max: 999 }), (ms, us) => {
      const text = new Date(ms).toISOString().replace("Z", `${String(us).padStart(3, "0")}Z`);
      expect(formatMicros(BigInt(ms) * 1000n + BigInt(us))).toBe(text);
    }),
  );
});

test("writes the number exactly, in any year from 1684 to 9999", () => {
  const anyUs = fc
    .bigInt({ min: BigInt(Number.MIN_SAFE_INTEGER), max: 253_402_300_799_999_968n })
    .map((us) => Number(us));
  fc.assert(fc.property(anyUs, (us) => expect(formatMicros(us)).toBe(formatMicros(BigInt(us)))));
});

test("does not mix up alternating days", () => {
  const days = [0, 86_400_000_000, 0, -86_400_000_000, 86_400_000_000];
  expect(days.map((us) => formatMicros(us).slice(0, 10))).toEqual([
    "1970-01-01",
    "1970-01-02",
    "1970-01-01",
    "1969-12-31",
    "1970-01-02",
  ]);
});
