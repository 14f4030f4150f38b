import { expect, test } from "bun:test";
import type { Request } from "./outcome-words.ts";
import { isMeant } from "./request-filter.ts";

const good = {
  device: { uuid: "a", name: "A" },
  status: 202,
  error: null,
  duplicates: 0,
  rejected: {},
  accepted: 2,
  first_finding: null,
  unsaved: null,
} as Request;

test("matches a request by its device, by trouble, and by every reason of its trouble", () => {
  expect([{}, { device: "a" }, { device: "b" }].map((filter) => isMeant(good, filter))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isMeant(good, { only: "troubled" })).toBe(false);
  expect(isMeant({ ...good, duplicates: 1 }, { only: "troubled" })).toBe(true);
  expect(isMeant({ ...good, clock_behind_s: 1 }, { only: "troubled" })).toBe(true);
  expect(isMeant({ ...good, duplicates: 1 }, { reason: "dropped_duplicate" })).toBe(true);
  const refused = { ...good, status: 401, error: "invalid_token" };
  expect(isMeant(refused, { reason: "invalid_token", only: "troubled" })).toBe(true);
  expect(isMeant(refused, { reason: "missing_token" })).toBe(false);
  const rejected = { ...good, rejected: { dropped_missing_value: 1 } };
  expect(isMeant(rejected, { reason: "dropped_missing_value" })).toBe(true);
  expect(isMeant(rejected, { reason: "dropped_missing_value", device: "b" })).toBe(false);
  const finding = { reason: "dropped_unknown_sensor" } as Request["first_finding"];
  const unmatched = { ...good, status: 404, error: "sensor_not_found", first_finding: finding };
  expect(isMeant(unmatched, { reason: "dropped_unknown_sensor" })).toBe(true);
  const unsaved = { ...good, unsaved: { not_saved: 1, failed: 0 } as Request["unsaved"] };
  expect(isMeant(unsaved, { only: "troubled" })).toBe(true);
  expect(isMeant(unsaved, { reason: "not_saved" })).toBe(true);
  expect(isMeant(unsaved, { reason: "failed" })).toBe(false);
  expect(isMeant(good, { reason: "not_saved" })).toBe(false);
});
