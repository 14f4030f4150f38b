import { describe, expect, test } from "bun:test";
import { wireRequest } from "../harness/device-client.ts";
import { DocumentedAnswers } from "../harness/documented-answers.ts";
import { givenEngines } from "../harness/given-engines.ts";
import { type RawAnswer, RawConnection } from "../harness/raw-connection.ts";
import { renderHead } from "../harness/wire-request.ts";
import { single, timeoutMs, useServer } from "./contract-server.ts";

const rateLimit = 50;
const server = useServer({ rate_limit: String(rateLimit) });

function send(...pieces: string[]): Promise<RawAnswer> {
  return sendTo(server().weir.url, ...pieces);
}

async function sendTo(url: string, ...pieces: string[]): Promise<RawAnswer> {
  using connection = await RawConnection.open(url);
  for (const piece of pieces) connection.write(piece);
  return await connection.answer();
}

const head = (...lines: string[]): string => [...lines, "Host: weir", "", ""].join("\r\n");

/** Malformed HTTP, with the answer to each. */
const faults: readonly [what: string, status: number, error: string, text: string][] = [
  ["bare line feeds", 400, "bad_request", "POST /api/v1/devices/a/readings HTTP/1.1\nHost: weir\n\n"],
  ["a bare line feed in a head that is not complete", 400, "bad_request", "POST / HTTP/1.1\nHo"],
  ["a line that is no header", 400, "bad_request", head("POST / HTTP/1.1", "nonsense")],
  ["a TLS greeting", 400, "bad_request", "\x16\x03\x01\x02\0\x01\0"],
  ["no host", 400, "bad_request", "POST / HTTP/1.1\r\n\r\n"],
  [
    "two lengths",
    400,
    "bad_request",
    head("POST / HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"),
  ],
  ["a body without an end", 400, "bad_request", head("POST / HTTP/1.1", "Transfer-Encoding: gzip")],
  ["an expectation", 417, "expectation_failed", head("POST / HTTP/1.1", "Expect: tea")],
  ["a target that is too long", 414, "uri_too_long", head(`POST /${"x".repeat(17_000)} HTTP/1.1`)],
  [
    "a head that is too large",
    431,
    "request_header_fields_too_large",
    head("POST / HTTP/1.1", `X: ${"x".repeat(17_000)}`),
  ],
  ["a transfer coding", 501, "not_implemented", head("POST / HTTP/1.1", "Transfer-Encoding: gzip, chunked")],
  ["a tunnel", 501, "not_implemented", head("CONNECT weir:443 HTTP/1.1")],
  ["another version of HTTP", 505, "http_version_not_supported", head("POST / HTTP/2.0")],
];

/** The security headers for browsers. */
const standing = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

describe("what is not proper HTTP", () => {
  test.each(faults)(
    "%s: %d %s, at once, with the headers and the body of every refusal",
    async (_, status, error, text) => {
      server().weir.clock.advanceMs(60_000);
      const answer = await send(text);
      const { message, ...rest } = JSON.parse(answer.body);
      expect({ status: answer.status, ...rest }).toEqual({ status, error });
      expect(message).toBeString();
      const documented = new DocumentedAnswers(server().weir.limits);
      expect(documented.problems("single", answer, true)).toEqual([]);
      expect(answer.headers.connection).toBe("close");
      expect(answer.headers).toMatchObject(standing);
    },
    timeoutMs,
  );

  test(
    "counts against its source, and keeps its status when the budget is used up",
    async () => {
      server().weir.clock.advanceMs(60_000);
      const remaining: number[] = [];
      for (let nth = 0; nth <= rateLimit; nth++) {
        const { status, headers } = await send("nonsense\r\n\r\n");
        expect(status).toBe(400);
        remaining.push(Number(headers["x-ratelimit-remaining"]));
      }
      // A node of a cluster counts it as well, but answers before it has asked for the remaining budget.
      if (givenEngines === null) {
        expect(remaining.slice(0, 2)).toEqual([rateLimit - 1, rateLimit - 2]);
        expect(remaining.slice(-2)).toEqual([0, 0]);
      }
      expect((await send(head("POST / HTTP/1.1"))).status).toBe(429);
    },
    timeoutMs,
  );

  test(
    "counts a malformed body once, with its head",
    async () => {
      server().weir.clock.advanceMs(60_000);
      const { createDevice, weir } = server();
      const device = await createDevice();
      const request = wireRequest(device, single({ data: { value: 1 } }, { chunkBytes: 5 }));
      const answer = await send(renderHead(weir.url, request), '5\r\n{"dat\r\nzz\r\n');
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error).toBe("bad_request");
      expect(answer.headers["x-ratelimit-remaining"]).toBe(String(rateLimit - 1));
      expect(answer.headers["x-request-id"]).toMatch(/./);
    },
    timeoutMs,
  );
});

describe("requests that later versions of HTTP/1 and OPTIONS * make", () => {
  test(
    "answers HTTP/1.2 like HTTP/1.1",
    async () => {
      server().weir.clock.advanceMs(60_000);
      const answer = await send(head("POST /nowhere HTTP/1.2", "Content-Length: 0"));
      expect(answer.status).toBe(404);
      expect(answer.headers.connection).toBeUndefined();
    },
    timeoutMs,
  );

  test(
    "answers OPTIONS * with what the server accepts, with the headers of every answer",
    async () => {
      const { status, headers, body } = await send(head("OPTIONS * HTTP/1.1"));
      expect({ status, body }).toEqual({ status: 204, body: "" });
      expect(headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
      expect(headers["x-ratelimit-limit"]).toBe(String(rateLimit));
      expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
      expect(headers["x-request-id"]).toMatch(/./);
      expect(headers).not.toContainKeys(["content-type", "content-length"]);
    },
    timeoutMs,
  );
});

describe("the rate-limit headers, the request id and the standing headers are on every answer", () => {
  test.each([
    ["/healthz", "*/*", rateLimit],
    ["/readyz", "*/*", rateLimit],
    ["/metrics", "*/*", rateLimit],
    ["/docs", "text/html", rateLimit],
    ["/docs.js", "*/*", rateLimit],
    ["/openapi.json", "*/*", rateLimit],
    ["/devices", "text/html", rateLimit],
    ["/nowhere", "*/*", rateLimit],
    ["/api/v1/nowhere", "*/*", rateLimit],
    ["/api/manage/v1/setup", "*/*", 6000],
    ["/api/manage/v1/session", "*/*", 6000],
    ["/api/manage/v1/nothing", "*/*", 6000],
  ])(
    "GET %s",
    async (path, accept, limit) => {
      server().weir.clock.advanceMs(60_000);
      const { url, manageUrl } = server().weir;
      const isForDevices = path.startsWith("/api/v1/");
      const request = head(`GET ${path} HTTP/1.1`, `Accept: ${accept}`);
      const { headers } = await sendTo(isForDevices ? url : manageUrl, request);
      expect(headers["x-ratelimit-limit"]).toBe(String(limit));
      expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
      expect(headers["x-request-id"]).toMatch(/./);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cache-control"]).toMatch(/./);
    },
    timeoutMs,
  );

  test(
    "takes nothing from the budget for requests that are not counted",
    async () => {
      const { clock, url } = server().weir;
      clock.advanceMs(60_000);
      for (let nth = 0; nth < 3; nth++) {
        const { headers } = await sendTo(url, head("GET /healthz HTTP/1.1"));
        expect(headers["x-ratelimit-remaining"]).toBe(String(rateLimit));
      }
      const counted = await sendTo(url, head("GET /api/v1/nowhere HTTP/1.1"));
      expect(counted.headers["x-ratelimit-remaining"]).toBe(String(rateLimit - 1));
      expect(counted.headers.vary).toBe("Accept");
      const after = await sendTo(url, head("GET /healthz HTTP/1.1"));
      expect(after.headers["x-ratelimit-remaining"]).toBe(String(rateLimit - 1));
    },
    timeoutMs,
  );
});
