import { expect, test } from "bun:test";
import fc from "fast-check";
import { correctedUs, outOfRange } from "./corrected-us.ts";

const arrivalMs = Date.parse("2026-06-15T12:00:00.500Z");

test("corrects a time exactly to the microsecond or reports it as out of range, in any year", () => {
  const rangeEndUs = 253_402_300_800_000_000n;
  const time = fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 253_402_300_799 }), fc.constantFrom(0, 1, 253_402_300_799)),
    fc.integer({ min: 0, max: 999_999 }),
  );
  const clock = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 });
  fc.assert(
    fc.property(time, clock, fc.integer({ min: 0, max: 999 }), ([seconds, micros], clockSeconds, ms) => {
      const offsetMs = arrivalMs - 500 + ms - clockSeconds * 1000;
      const exact = BigInt(seconds) * 1_000_000n + BigInt(micros) + BigInt(offsetMs) * 1000n;
      const moved = correctedUs(seconds, micros, offsetMs);
      if (exact < 0n || exact >= rangeEndUs) expect(moved).toBe(outOfRange);
      else expect(moved).toBe(Number(exact));
    }),
    { numRuns: 1000 },
  );
});
