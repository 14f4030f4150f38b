import { expect, test } from "bun:test";
import { conditionText } from "./condition-text.ts";

test("says what a rule watches for", () => {
  const lasting = { hysteresis: 1, for_readings: 1, for_seconds: 0 };
  expect(conditionText({ kind: "above", limit: -15, ...lasting })).toBe("is above -15");
  expect(conditionText({ kind: "below", limit: 2, ...lasting, for_readings: 3, for_seconds: 90 })).toBe(
    "is below 2 for 3 readings and 90 s",
  );
  expect(conditionText({ kind: "outside", min: 1, max: 4, ...lasting, for_seconds: 600 })).toBe(
    "is outside 1 to 4 for 10 min",
  );
  expect(conditionText({ kind: "rate", limit: 5, per: "hour", direction: "fall", ...lasting })).toBe(
    "falls by more than 5 per hour",
  );
  expect(conditionText({ kind: "unchanged", tolerance: 0, seconds: 7200 })).toBe("does not change for 2 h");
  expect(conditionText({ kind: "silent", seconds: 60 })).toBe("is missing for 1 min");
  expect(conditionText({ kind: "silent", seconds: 2_592_000 })).toBe("is missing for 30 d");
});
