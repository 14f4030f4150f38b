import { expect, test } from "bun:test";
import { liveFailure } from "./live-failure.ts";

const error = { at: "2026-03-01T12:00:00.500Z", reason: "divided by zero" };

test("an error of the published version is one, from the moment it was published", () => {
  expect(liveFailure(error, "2026-03-01T12:00:00.5Z")).toBe(error);
  expect(liveFailure(error, "2026-03-01T11:59:59Z")).toBe(error);
});

test("an error from before the published version is mended, or at least not known to be there still", () => {
  expect(liveFailure(error, "2026-03-01T12:00:01Z")).toBeNull();
});

test("without an error, or a published version, nothing fails", () => {
  expect(liveFailure(null, "2026-03-01T12:00:00Z")).toBeNull();
  expect(liveFailure(undefined, "2026-03-01T12:00:00Z")).toBeNull();
  expect(liveFailure(error, null)).toBeNull();
});
