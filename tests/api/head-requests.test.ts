import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { RawConnection } from "../harness/raw-connection.ts";
import { serveOwner } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const { owner, weir } = await serveOwner();

/** Headers that differ in every answer. */
const passing = ["date", "x-request-id", "x-ratelimit-remaining", "connection"];

function lasting(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)));
}

describe("HEAD has the status and the headers of GET, and no body", () => {
  const live = "watchLive";
  const gets = (Object.entries(manageRoutes) as [string, Route][])
    .filter(([name, { method }]) => method === "GET" && name !== live)
    .map(([name, { path }]) => [name, path] as const);

  test.each(gets)("%s", async (_, template) => {
    const path = template
      .replace("{account}", owner.account)
      .replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
    const get = await owner.call("GET", path);
    const { status, headers } = await owner.headOf(path);
    expect(status).toBe(get.status);
    const { "content-length": headLength, ...rest } = lasting(headers);
    const { "content-length": length, ...expected } = lasting(get.headers);
    expect(rest).toEqual(expected);
    // The length of a current figure may change by a digit.
    expect(headLength === undefined).toBe(length === undefined);
  });

  test.each([
    "/healthz",
    "/readyz",
    "/metrics",
    "/docs",
    "/docs/boards",
    "/docs/images/home.png",
    "/docs.js",
    "/openapi.json",
    "/",
    "/devices",
  ])("%s", async (path) => {
    using connection = await RawConnection.open(weir.url);
    const accept = path === "/" || path === "/devices" ? "text/html" : "*/*";
    const ask = async (method: string) => {
      connection.write(`${method} ${path} HTTP/1.1\r\nHost: weir\r\nAccept: ${accept}\r\n\r\n`);
      return await connection.answer({ hasBody: method !== "HEAD" });
    };
    const head = await ask("HEAD");
    const get = await ask("GET");
    expect(head.status).toBe(get.status);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]!);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
    if (path !== "/metrics") expect(head.headers["content-length"]).toBe(get.headers["content-length"]!);
  });

  test("works for routes whose GET is an endless stream", async () => {
    for (let nth = 0; nth < 3; nth++) {
      const { status, headers } = await owner.headOf(`/accounts/${owner.account}/live`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/event-stream");
    }
    expect((await owner.call("GET", "./system")).json.live_listeners).toBe(0);
  });
});
