import { expect, test } from "bun:test";
import { type Expectation, everyText, lengthText, ruleText } from "./expectation-words.ts";

test.each([
  [1, "1 second", "every second"],
  [45, "45 seconds", "every 45 seconds"],
  [60, "1 minute", "every minute"],
  [90, "1 minute 30 seconds", "every 1 minute 30 seconds"],
  [300, "5 minutes", "every 5 minutes"],
  [3600, "1 hour", "every hour"],
  [5400, "1 hour 30 minutes", "every 1 hour 30 minutes"],
  [86_400, "1 day", "every day"],
  [90_061, "1 day 1 hour", "every 1 day 1 hour"],
])("%p s is %s, and expected %s", (seconds, length, every) => {
  expect(lengthText(seconds)).toBe(length);
  expect(everyText(seconds)).toBe(every);
});

test("states the expected interval, where it comes from, and when the device is offline", () => {
  const alarm = { silence_alarm: "off", silence_alarm_source: "default" } as const;
  const learned: Expectation = { interval_s: 300, source: "learned", offline_after_s: 900, ...alarm };
  expect(ruleText(learned)).toBe(
    "Expected every 5 minutes (learned). Offline after 15 minutes without a request.",
  );
  const unknown: Expectation = { interval_s: null, source: "default", offline_after_s: 600, ...alarm };
  expect(ruleText(unknown)).toBe(
    "How often this device sends isn’t known yet. Offline after 10 minutes without a request.",
  );
});
