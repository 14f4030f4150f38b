import { expect, test } from "bun:test";
import { isShorter, keptSaid, keptSinceMs } from "./kept-text.ts";

test("deletes readings only for a shorter retention", () => {
  expect(isShorter(30, null)).toBeTrue();
  expect(isShorter(30, 31)).toBeTrue();
  expect(isShorter(30, 30)).toBeFalse();
  expect(isShorter(null, 30)).toBeFalse();
  expect(isShorter(null, null)).toBeFalse();
});

test("states when older readings are deleted for a shorter retention, and nothing for a longer one", () => {
  expect(keptSaid("Readings", 30, 365)).toBe(
    "Readings are kept for 30 days. Older ones are deleted within about an hour.",
  );
  expect(keptSaid("Readings", 730, 365)).toBe("Readings are kept for 2 years.");
  expect(keptSaid("Readings", null, 365)).toBe("Readings are kept forever.");
});

test("keeps readings for the given number of days", () => {
  expect(keptSinceMs(7, Date.UTC(2026, 5, 8))).toBe(Date.UTC(2026, 5, 1));
});
