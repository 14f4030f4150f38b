import { expect, test } from "bun:test";
import { mutedBy } from "./alert-mute.ts";

const at = (time: string) => Date.parse(time) * 1000;

test("mutes before a time and during a span of the week, past midnight and in its time zone", () => {
  const weekly = { days: ["friday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" } as const;
  const isMuted = mutedBy({ untilUs: at("2026-01-01T00:00:00Z"), weekly });
  expect(isMuted(at("2025-12-31T23:59:59Z"))).toBeTrue();
  expect(isMuted(at("2026-01-01T00:00:00Z"))).toBeFalse();
  // 9 January 2026 is a Friday.
  expect(isMuted(at("2026-01-09T20:59:59Z"))).toBeFalse();
  expect(isMuted(at("2026-01-09T21:00:00Z"))).toBeTrue();
  expect(isMuted(at("2026-01-10T04:59:59Z"))).toBeTrue();
  expect(isMuted(at("2026-01-10T05:00:00Z"))).toBeFalse();
  expect(isMuted(at("2026-01-10T21:00:00Z"))).toBeFalse();
  expect(mutedBy({ untilUs: null, weekly: null })(0)).toBeFalse();
});
