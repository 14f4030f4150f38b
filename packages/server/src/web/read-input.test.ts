import { describe, expect, test } from "bun:test";
import { pageQuery } from "@weir/protocol/manage/paging";
import type { Route } from "@weir/protocol/manage/route";
import { z } from "zod";
import type { ApiRequest } from "./api-request.ts";
import { readInput } from "./read-input.ts";

const route = {
  method: "PUT",
  path: "/accounts/{account}/things/{number}",
  tag: "Things",
  summary: "Replace a thing",
  access: "editor",
  scope: null,
  params: z.object({ account: z.uuid(), number: z.coerce.number().int() }),
  query: pageQuery,
  body: z.strictObject({
    name: z.string().min(1).max(5),
    tags: z
      .array(z.strictObject({ text: z.string() }))
      .max(1000)
      .default([]),
  }),
  status: 200,
  answer: null,
} as const satisfies Route;

const account = "3f2b8c1e-7a4d-4e5b-9c60-1d2e3f405162";
const json = { "content-type": "application/json" };

function requestOf(body: string | Uint8Array, headers: Readonly<Record<string, string>> = json): ApiRequest {
  return {
    id: "r",
    method: "PUT",
    target: "/",
    headers: { get: (name) => headers[name] ?? null },
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    source: "192.0.2.1",
    isSecure: true,
  };
}

function read(body: unknown, { number = "7", query = "" } = {}) {
  const request = requestOf(JSON.stringify(body));
  return readInput(route, request, { account, number }, new URLSearchParams(query));
}

function errorsOf(result: ReturnType<typeof read>) {
  if (result.ok) throw new Error("The input was taken.");
  const { status, code, detail, errors = [] } = result.error;
  expect({ status, code }).toEqual({ status: 422, code: "not_valid" });
  expect(detail).toStartWith(`${errors[0]!.field === "" ? "The body" : errors[0]!.field}: `);
  return errors;
}

describe("valid input", () => {
  test("has its numbers as numbers and its defaults filled in", () => {
    expect(read({ name: "a" }, { query: "limit=5" })).toEqual({
      ok: true,
      value: {
        params: { account, number: 7 },
        query: { limit: 5 },
        body: { name: "a", tags: [] },
      },
    });
  });

  test.each([["application/json; charset=utf-8"], ["Application/JSON"], ["application/json ;charset=utf-8"]])(
    "may be sent as %s",
    (type) => {
      const request = requestOf('{"name":"a"}', { "content-type": type });
      expect(readInput(route, request, { account, number: "1" }, new URLSearchParams()).ok).toBe(true);
    },
  );

  test("has no body if the route takes none, whatever was sent", () => {
    const { body: _, ...bodiless } = route;
    const result = readInput(bodiless, requestOf("{", {}), { account, number: "1" }, new URLSearchParams());
    expect(result).toMatchObject({ ok: true, value: { body: undefined } });
  });
});

describe("a body that is not JSON", () => {
  const problemOf = (request: ApiRequest) => {
    const result = readInput(route, request, { account, number: "1" }, new URLSearchParams());
    return result.ok ? null : result.error;
  };

  test.each<[Record<string, string>]>([
    [{}],
    [{ "content-type": "text/plain" }],
    [{ "content-type": "application/x-www-form-urlencoded" }],
    [{ "content-type": "application/json-patch+json" }],
  ])("is refused with 415 if its type is %j", (headers) => {
    expect(problemOf(requestOf('{"name":"a"}', headers))).toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  });

  test.each([[""], ["{"], ["{'name':'a'}"], ["NaN"], ['{"name":"a"} x']])(
    "is refused with 400: %j",
    (body) => {
      expect(problemOf(requestOf(body))).toMatchObject({ status: 400, code: "not_json" });
    },
  );

  test("is refused with 422 if it is nested deeper than 64", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(problemOf(requestOf(nested(64)))).toMatchObject({ status: 422, errors: [{ field: "" }] });
    expect(problemOf(requestOf(nested(65)))).toEqual({
      ...{ status: 422, code: "not_valid" },
      detail: "The body must not be nested deeper than 64 levels.",
    });
  });

  test("is refused with 400 if it is not UTF-8", () => {
    const latin1 = Uint8Array.from([0x22, 0xe4, 0x22]);
    expect(problemOf(requestOf(latin1))).toMatchObject({ status: 400, code: "not_json" });
  });
});

describe("invalid input", () => {
  test.each<[unknown, string]>([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "too long" }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "a", tags: [{ text: "x" }, { text: 1 }] }, "tags.1.text"],
    [{ name: "a", tags: {} }, "tags"],
    [{ name: "a", more: 1 }, "more"],
    [{ name: "a", tags: [{ text: "x", hue: 1 }] }, "tags.0.hue"],
    [[], ""],
    [null, ""],
    ["a", ""],
  ])("names the field of %j: %s", (body, field) => {
    expect(errorsOf(read(body)).map((error) => error.field)).toEqual([field]);
  });

  test("reports all problems at once, each with its place", () => {
    const errors = errorsOf(read({ name: 1, a: 1, b: 2 }, { number: "x", query: "limit=0&cursor=a" }));
    expect(errors.map(({ field }) => field)).toEqual(["path.number", "query.limit", "name", "a", "b"]);
    for (const { message } of errors) expect(message).not.toBe("");
  });

  test("reports problems of a hundred fields at most", () => {
    const tags = Array.from({ length: 1000 }, () => 1);
    expect(errorsOf(read({ name: "a", tags }))).toHaveLength(100);
  });
});

describe("a route that takes bytes", () => {
  const { body: _, ...rest } = route;
  const ofBytes = { ...rest, bodyType: "bytes", bodyBytesMax: 4 } as const satisfies Route;
  const readBytes = (bytes: Uint8Array, type: string) =>
    readInput(
      ofBytes,
      requestOf(bytes, { "content-type": type }),
      { account, number: "1" },
      new URLSearchParams(),
    );

  test("gets them unchanged, up to its limit", () => {
    const bytes = Uint8Array.from([0xff, 0, 1, 2]);
    expect(readBytes(bytes, "application/octet-stream")).toMatchObject({ ok: true, value: { body: bytes } });
    expect(readBytes(new Uint8Array(5), "application/octet-stream")).toMatchObject({
      ok: false,
      error: { status: 413, code: "too_large" },
    });
  });

  test("refuses JSON with 415", () => {
    expect(readBytes(new Uint8Array(1), "application/json")).toMatchObject({
      ok: false,
      error: { status: 415 },
    });
  });
});
