import { expect, test } from "bun:test";
import { Pace } from "./pace.ts";

test("measures only while work is done", () => {
  const pace = new Pace();
  pace.note(0, 0);
  expect(pace.perSecond()).toBeNull();
  pace.note(100, 2000);
  expect(pace.perSecond()).toBe(50);
  expect(pace.remainingMs(300)).toBe(4000);
  pace.interrupt();
  pace.note(200, 60_000);
  pace.note(300, 62_000);
  expect(pace.perSecond()).toBe(50);
});
