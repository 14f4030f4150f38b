import { expect, test } from "bun:test";
import { acceptsJson } from "./accepts-json.ts";

test.each([
  "application/json",
  "Application/JSON; charset=utf-8",
  "text/html, application/json;q=0.1",
  "application/problem+json",
  "application/vnd.weir.v1+json; q=1",
  "text/json",
  "application/json;q=0.001",
  "application/json;q=0, application/problem+json",
])("finds a JSON type in %p", (accept) => {
  expect(acceptsJson(accept)).toBeTrue();
});

test.each([
  null,
  "",
  "*/*",
  "application/*",
  "text/html",
  "application/json;q=0",
  "application/json; q=0.000",
  "application/json; charset=utf-8; Q=0",
  "application/jsonp",
  "json",
  "text/html; title=application/json",
  "application/json;q=nonsense",
])("finds no JSON type in %p", (accept) => {
  expect(acceptsJson(accept)).toBeFalse();
});
