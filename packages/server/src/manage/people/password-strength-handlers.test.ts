import { expect, setDefaultTimeout, test } from "bun:test";
import { passwordStrengthRoutes } from "@weir/protocol/manage/password-strength-routes";
import type { ApiParts } from "../core/api-context.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { passwordStrengthHandlers } from "./password-strength-handlers.ts";
import { passwordChecksPerSourceMax } from "./people-limits.ts";

// The dictionaries take a while on a busy machine.
setDefaultTimeout(60_000);

async function strengthApi(parts: Partial<ApiParts> = {}) {
  const api = await ApiUnderTest.create(passwordStrengthRoutes, passwordStrengthHandlers, { parts });
  const check = (body: object) => api.as("nobody").call("checkPassword", { body });
  return { check, api, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() };
}

test("shows how strong a password is, and how to improve it", async () => {
  await using strength = await strengthApi();
  const weak = await strength.check({ password: "aaaaaaaaaaaa" });
  expect(weak).toMatchObject({ status: 200, json: { score: 0, accepted: false } });
  expect(weak.json.advice).toContain("Repeated characters");
  const strong = await strength.check({ password: "seven tall poplars" });
  expect(strong.json).toEqual({ score: 4, accepted: true, advice: null });
});

test("counts the person's own words as known", async () => {
  await using strength = await strengthApi();
  const password = "Quillfeather Bogsworth";
  expect((await strength.check({ password })).json).toMatchObject({ accepted: true });
  const own = await strength.check({ password, name: "Ida Quillfeather", account_name: "Bogsworth" });
  expect(own.json).toMatchObject({ accepted: false });
});

test("limits how often a source may ask, over all processes", async () => {
  await using strength = await strengthApi();
  await using beside = await strengthApi({ limits: strength.api.parts.limits });
  for (let asked = 0; asked < passwordChecksPerSourceMax; asked++) {
    const { check } = asked % 2 === 0 ? strength : beside;
    expect((await check({ password: "short" })).status).toBe(200);
  }
  for (const { check } of [strength, beside]) {
    expect(await check({ password: "short" })).toMatchObject({
      status: 429,
      json: { code: "too_many_requests" },
    });
  }
  strength.api.clock.advanceMs(60_000);
  expect((await strength.check({ password: "short" })).status).toBe(200);
});
