import { expect, test } from "bun:test";
import { mutedText } from "./mute-words.ts";

const nowMs = Date.parse("2026-06-01T12:00:00Z");

test("says until when and when every week a rule is muted", () => {
  const weekly = { days: ["friday" as const], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };
  expect(mutedText({ until: null, weekly: null }, nowMs)).toBe("no");
  expect(mutedText({ until: "2026-06-01T11:00:00Z", weekly: null }, nowMs)).toBe("no");
  expect(mutedText({ until: "2026-06-02T11:00:00Z", weekly: null }, nowMs)).toStartWith("until ");
  expect(mutedText({ until: null, weekly }, nowMs)).toBe(
    "Friday, 22:00 to 06:00 the next day (Europe/Berlin)",
  );
  expect(mutedText({ until: "2026-06-02T11:00:00Z", weekly }, nowMs)).toMatch(/^until .*; Friday, 22:00/);
});
