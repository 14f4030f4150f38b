import { expect, test } from "bun:test";
import type { Request } from "../activity/outcome-words.ts";
import { troubledDevices } from "./troubled-devices.ts";

const nowMs = Date.parse("2026-06-01T12:00:00Z");

function request(name: string, at: string, more: Partial<Request> = {}): Request {
  const known = { device: { uuid: name, name }, at, status: 202, rejected: {} };
  return { ...known, ...more } as Request;
}

test("lists troubled devices once each, the latest first", () => {
  const rejected = { rejected: { dropped_unknown_sensor: 1 } };
  const found = troubledDevices(
    [
      request("b", "2026-06-01T11:59:00Z", rejected),
      request("a", "2026-06-01T11:58:00Z", { status: 401 }),
      request("b", "2026-06-01T11:57:00Z", rejected),
    ],
    nowMs,
  );
  expect(found.map(({ name, requests, last }) => [name, requests, last.at])).toEqual([
    ["b", 2, "2026-06-01T11:59:00Z"],
    ["a", 1, "2026-06-01T11:58:00Z"],
  ]);
});

test("does not mark a device as troubled for duplicates, and removes marks after a day", () => {
  const found = troubledDevices(
    [
      request("repeats", "2026-06-01T11:59:00Z", { duplicates: 3 }),
      request("was", "2026-05-31T11:59:00Z", { status: 422 }),
    ],
    nowMs,
  );
  expect(found).toEqual([]);
});
