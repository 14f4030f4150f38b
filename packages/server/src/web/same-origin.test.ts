import { expect, test } from "bun:test";
import type { ApiRequest } from "./api-request.ts";
import { isFromOwnPage } from "./same-origin.ts";

function requestWith(headers: Readonly<Record<string, string>>): ApiRequest {
  const all: Readonly<Record<string, string>> = { host: "weir.example.org", ...headers };
  return {
    id: "r",
    method: "POST",
    target: "/",
    headers: { get: (name) => all[name] ?? null },
    body: new Uint8Array(0),
    source: "192.0.2.1",
    isSecure: true,
  };
}

test.each<[string, Record<string, string>]>([
  ["a page of ours", { "sec-fetch-site": "same-origin", origin: "https://weir.example.org" }],
  ["the address bar", { "sec-fetch-site": "none" }],
  ["a page of ours in an old browser", { origin: "https://weir.example.org" }],
  ["a page of ours on a port", { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" }],
  ["a program", {}],
])("accepts requests from %s", (_, headers) => {
  expect(isFromOwnPage(requestWith(headers))).toBe(true);
});

test.each<[string, Record<string, string>]>([
  ["another site's page", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["a page of a sister domain", { "sec-fetch-site": "same-site" }],
  [
    "a page that claims our origin, as no browser would",
    { "sec-fetch-site": "cross-site", origin: "https://weir.example.org" },
  ],
  ["another site's page in an old browser", { origin: "https://evil.example" }],
  ["our host on another port", { origin: "https://weir.example.org:8443" }],
  ["a host that begins as ours does", { origin: "https://weir.example.org.evil.example" }],
  ["a sandboxed page", { origin: "null" }],
  ["a page whose origin cannot be read", { origin: "weir.example.org" }],
  ["an empty origin", { origin: "" }],
  ["a word that the header does not have", { "sec-fetch-site": "" }],
])("refuses requests from %s", (_, headers) => {
  expect(isFromOwnPage(requestWith(headers))).toBe(false);
});
