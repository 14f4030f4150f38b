import { expect, test } from "bun:test";
import { liveRequestToJson } from "./activity-json.ts";
import type { RequestView } from "./request-views.ts";

test("sends a request to pages as it is listed, with the device's name beside its UUID", () => {
  const device = { uuid: "d1", name: "Boiler" };
  const refused = { error: "invalid_token", accepted: 0, duplicates: 0, rejected: null };
  const view: RequestView = {
    record: {
      accountId: 1,
      deviceId: 1,
      requestId: "r1",
      arrivalMs: 1500,
      durationMs: 3,
      source: "192.0.2.1",
      endpoint: "single",
      sensorId: 3,
      bodyBytes: 20,
      status: 401,
      ...refused,
      clockOffsetMs: null,
      position: null,
      findings: [],
      problems: null,
    },
    device,
    explanation: "Not its token.",
    firstProblem: null,
    firstFinding: null,
    unsaved: null,
  };
  expect(liveRequestToJson(view, device)).toEqual({
    id: "r1",
    device: "d1",
    at: "1970-01-01T00:00:01.500000Z",
    source: "192.0.2.1",
    endpoint: "single",
    status: 401,
    error: "invalid_token",
    accepted: 0,
    duplicates: 0,
    rejected: {},
    duration_ms: 3,
    device_name: "Boiler",
    body_bytes: 20,
    clock_offset_ms: null,
    clock_behind_s: null,
    explanation: "Not its token.",
    first_problem: null,
    first_finding: null,
    unsaved: null,
  });
});
