import { describe, expect, test } from "bun:test";
import { attributeNameRule, attributeNameShape } from "@weir/protocol/manage/device-notes";
import { pageQuery } from "@weir/protocol/manage/paging";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
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
      status: 422,
      code: "not_valid",
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

describe("query parameters", () => {
  const errorsIn = (query: string) => errorsOf(read({ name: "a" }, { query }));

  test("are refused if the route does not know them, with the one that was probably meant", () => {
    expect(errorsIn("limits=5")).toEqual([
      { field: "query.limits", message: "Unknown parameter. Did you mean limit?" },
    ]);
    expect(errorsIn("x=&__proto__=1&limit=2")).toEqual([
      { field: "query.x", message: "Unknown parameter. Known here: limit, cursor." },
      { field: "query.__proto__", message: "Unknown parameter. Known here: limit, cursor." },
    ]);
  });

  test("are refused if they are given twice, because only one of them could count", () => {
    expect(errorsIn("limit=5&limit=5")).toEqual([
      { field: "query.limit", message: "must be given only once" },
    ]);
  });

  test("may have names of their own behind the prefix of the route", () => {
    const byName = { text: "attribute.", rest: attributeNameShape, rule: attributeNameRule };
    const named = { ...route, query: pageQuery.loose(), queryPrefix: byName } as const;
    const input = (query: string) =>
      readInput(named, requestOf('{"name":"a"}'), { account, number: "1" }, new URLSearchParams(query));
    expect(input("attribute.site=Berlin")).toMatchObject({
      ok: true,
      value: { query: { "attribute.site": "Berlin" } },
    });
    for (const query of [
      "attributes.site=x",
      "attribute.=x",
      "attribute=x",
      "attribute.__proto__=x",
      "attribute.A b=x",
    ])
      expect(input(query)).toMatchObject({ ok: false, error: { status: 422 } });
  });

  test.each(Object.entries(manageRoutes as Readonly<Record<string, Route>>))(
    "of %s are all declared: others are refused",
    (_name, each) => {
      const type = each.bodyType === "bytes" ? "application/octet-stream" : "application/json";
      const request = requestOf("{}", { "content-type": type });
      const result = readInput(each, request, {}, new URLSearchParams("not_a_parameter=1"));
      if (result.ok) throw new Error("The input was taken.");
      const [first] = result.error.errors ?? [];
      expect(first?.field).toBe("query.not_a_parameter");
      expect(first?.message).toStartWith("Unknown parameter.");
    },
  );
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
