import { expect, test } from "bun:test";
import { apiErrors } from "@weir/protocol/errors";
import { explainRefusal, type RefusedDevice } from "./explain-refusal.ts";

const arrivalMs = Date.parse("2026-06-01T12:00:00Z");
const createdAt = Date.parse("2026-01-01T00:00:00Z") * 1000;
const device: RefusedDevice = { enabled: true, createdAt, tokenCreatedAt: createdAt };

test("gives no explanation for an accepted request", () => {
  expect(explainRefusal({ status: 202, error: null, arrivalMs, problems: null }, device)).toBeNull();
});

test("explains every refusal of the device API", () => {
  for (const { status, code } of Object.values(apiErrors)) {
    const explanation = explainRefusal({ status, error: code, arrivalMs, problems: null }, device);
    expect({ code, explanation }).toEqual({
      code,
      explanation: expect.stringMatching(/^The .{20,}\.$|^[A-Z]/),
    });
    expect(explanation).not.toContain("status");
  }
});

test.each<[name: string, of: RefusedDevice, words: string]>([
  ["never regenerated", device, "may have the token of another device"],
  [
    "regenerated before",
    { ...device!, tokenCreatedAt: (arrivalMs - 60_000) * 1000 },
    "was regenerated at 2026-06-01 11:59:00 UTC, and the device may still have the old one",
  ],
  [
    "regenerated since",
    { ...device!, tokenCreatedAt: (arrivalMs + 60_000) * 1000 },
    "regenerated since, at 2026-06-01 12:01:00 UTC",
  ],
  ["removed", null, "The token did not belong to this device"],
])("mentions in the explanation of a wrong token that the device was %s", (_, of, words) => {
  expect(explainRefusal({ status: 401, error: "invalid_token", arrivalMs, problems: null }, of)).toContain(
    words,
  );
  expect(explainRefusal({ status: 401, error: null, arrivalMs, problems: null }, of)).toContain(words);
});

test.each<[name: string, of: RefusedDevice, words: string]>([
  ["still is", { ...device!, enabled: false }, "The device is disabled"],
  ["is not any more", device, "The device was disabled at the time"],
  ["is gone", null, "The device was disabled at the time"],
])("distinguishes a device that was disabled and %s from a wrong token", (_, of, words) => {
  const refused = { status: 401, error: "device_disabled", arrivalMs, problems: null };
  expect(explainRefusal(refused, of)).toContain(words);
});

test("names an unexpected status", () => {
  expect(explainRefusal({ status: 418, error: null, arrivalMs, problems: null }, device)).toContain(
    "status 418",
  );
});

test("distinguishes an unreadable body from a wrong field", () => {
  const refused = { status: 422, error: "validation_failed", arrivalMs };
  const body = { ...refused, problems: { body: ["The body must be valid JSON."] } };
  expect(explainRefusal(body, device)).toContain("could not be read");
  const field = { ...refused, problems: { "data.0.value": ["The value must be a number."] } };
  expect(explainRefusal(field, device)).toContain("The problems below name the fields");
});
