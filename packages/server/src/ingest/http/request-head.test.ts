import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { parseHead, type RequestHead } from "./request-head.ts";

/** A head with these lines. */
function head(...lines: string[]): string {
  return lines.join("\r\n");
}

/** A valid POST, plus these lines. */
function post(...lines: string[]): string {
  return head("POST /a HTTP/1.1", "Host: weir", ...lines);
}

function accepted(text: string): RequestHead {
  const result = parseHead(text);
  if (!result.ok) throw new Error(`Refused with ${result.status}: ${JSON.stringify(text)}`);
  return result.head;
}

function status(text: string): number {
  const result = parseHead(text);
  return result.ok ? 200 : result.status;
}

describe("a valid head", () => {
  test("has a method, a target, headers and the length of the body", () => {
    const { headers, ...rest } = accepted(
      post("Content-Length: 12", "X-One: \t a  b\t ", "x-TWO:", "X-One: c"),
    );
    expect(rest).toEqual({
      method: "POST",
      target: "/a",
      route: null,
      body: { kind: "length", bytes: 12 },
      version: "HTTP/1.1",
      keepAlive: true,
      expectsContinue: false,
    });
    expect(headers.get("x-one")).toBe("a  b, c");
    expect(headers.get("x-two")).toBe("");
    expect(headers.get("x-three")).toBeNull();
    expect(headers.get("__proto__")).toBeNull();
  });

  test.each([
    ["/a?b=/c", "/a?b=/c"],
    ["http://weir", "/"],
    ["http://weir/a/b?c", "/a/b?c"],
    ["HTTPS://weir:8080/a", "/a"],
    ["http://weir?x=/healthz", "/?x=/healthz"],
    ["//weir/a", "//weir/a"],
  ])("with the target %s asks for %s", (target, path) => {
    expect(accepted(head(`GET ${target} HTTP/1.1`, "Host: weir")).target).toBe(path);
  });

  test.each<[string[], RequestHead["body"]]>([
    [[], { kind: "none" }],
    [["Content-Length: 0"], { kind: "none" }],
    [["Content-Length: 007"], { kind: "length", bytes: 7 }],
    [["Content-Length:5"], { kind: "length", bytes: 5 }],
    [["Content-Length: \t5\t "], { kind: "length", bytes: 5 }],
    [["content-length: 999999999999999"], { kind: "length", bytes: 999_999_999_999_999 }],
    [["Transfer-Encoding: chunked"], { kind: "chunked" }],
    [["transfer-encoding:\tCHUNKED "], { kind: "chunked" }],
  ])("%j", (lines, body) => {
    expect(accepted(post(...lines)).body).toEqual(body);
  });

  test.each(["*", "http://weir", "HTTPS://weir:8080"])(
    "with OPTIONS %s is about the whole server",
    (target) => {
      expect(accepted(head(`OPTIONS ${target} HTTP/1.1`, "Host: weir")).target).toBe("*");
    },
  );

  test.each(["HTTP/1.2", "HTTP/1.9"])("of %s is read as HTTP/1.1", (version) => {
    const later = accepted(head(`POST / ${version}`, "Host: weir", "Transfer-Encoding: chunked"));
    expect(later).toMatchObject({ version: "HTTP/1.1", keepAlive: true, body: { kind: "chunked" } });
  });

  test.each<["HTTP/1.0" | "HTTP/1.1", string[], boolean]>([
    ["HTTP/1.1", [], true],
    ["HTTP/1.1", ["Connection: Close"], false],
    ["HTTP/1.1", ["Connection: keep-alive, close"], false],
    ["HTTP/1.1", ["Connection: te", "Connection: close"], false],
    ["HTTP/1.1", ["Connection: closed"], true],
    ["HTTP/1.0", [], false],
    ["HTTP/1.0", ["Connection: Keep-Alive"], true],
    ["HTTP/1.0", ["Connection: keep-alive, close"], false],
  ])("with %s and %j keeps the connection: %p", (version, lines, isKept) => {
    expect(accepted(head(`GET / ${version}`, "Host: weir", ...lines)).keepAlive).toBe(isKept);
  });

  test("asks for 100 Continue only in HTTP/1.1", () => {
    expect(accepted(post("Expect: 100-Continue", "Content-Length: 1")).expectsContinue).toBe(true);
    expect(accepted(head("POST / HTTP/1.0", "Expect: 100-continue")).expectsContinue).toBe(false);
  });

  test.each(["", "weir", "weir:80", "[::1]:8080", "127.0.0.1", "a_b.example"])(
    "accepts the host %p",
    (host) => {
      expect(status(head("GET / HTTP/1.1", `Host: ${host}`))).toBe(200);
    },
  );
});

/** Heads whose meaning is ambiguous, and texts that are not heads. */
const refused: readonly [status: number, text: string][] = [
  // Two lengths, or a length that is not a number.
  [400, post("Content-Length: 5", "Transfer-Encoding: chunked")],
  [400, post("Transfer-Encoding: chunked", "Content-Length: 0")],
  [400, post("Transfer-Encoding: identity", "Content-Length: 5")],
  [400, post("Content-Length: 5", "Content-Length: 5")],
  [400, post("Content-Length: 5", "Content-Length: 6")],
  [400, post("Content-Length: 5", "content-length:")],
  ...[
    "5,5",
    "5, 5",
    "+5",
    "-5",
    "-0",
    "0x5",
    "5.0",
    "5e0",
    "5 5",
    "",
    ",5",
    "5;",
    "'5'",
    "NaN",
    "٥",
    "\xb2",
    "5_0",
  ].map((length): [number, string] => [400, post(`Content-Length: ${length}`)]),
  [400, post("Content-Length: 9999999999999999")],
  [400, post("Content-Length: 18446744073709551621")],
  [400, post("Content-Length: 5\0")],
  [400, post("Content-Length: \v5")],
  [400, post("Content-Length: \f5")],
  [400, post("Content-Length-: 5", "Transfer-Encoding: gzip")],
  // Codings that do not end in exactly one "chunked", so that the end of the body is unknown.
  ...[
    "gzip",
    "chunked, chunked",
    "chunked, gzip, chunked",
    "xchunked",
    "gzip, xchunked",
    "chunkedx",
    "chunked;q=1",
    "gzip, chunked;q=1",
    "identity",
    "chunked, identity",
    "chunked, gzip",
    "gzip,, chunked",
    "gzip;a=b, chunked",
    "gzip chunked",
    "chunked,",
    ",chunked",
    '"chunked"',
    "",
    "chun ked",
    "\xa0chunked",
    "chunKed\x85",
  ].map((coding): [number, string] => [400, post(`Transfer-Encoding: ${coding}`)]),
  [400, post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")],
  [400, post("Transfer-Encoding: chunked", "Transfer-Encoding: identity")],
  // The end of the body is known, but its contents cannot be decoded.
  ...["gzip, chunked", "identity,chunked", "GZIP ,\tCHUNKED", "br, gzip, chunked"].map(
    (coding): [number, string] => [501, post(`Transfer-Encoding: ${coding}`)],
  ),
  [501, post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked")],
  [400, post("Transfer-Encoding: gzip, chunked", "Content-Length: 5")],
  [400, post("Transfer-Encoding: \vchunked")],
  [400, post("Transfer-Encoding: chunked\0")],
  [400, post("Transfer-Encoding: chunked\x7f")],
  [400, head("POST / HTTP/1.0", "Host: weir", "Transfer-Encoding: chunked")],
  // Names that another parser could read as the standard header.
  ...[
    "Transfer-Encoding : chunked",
    "Transfer-Encoding\t: chunked",
    " Transfer-Encoding: chunked",
    "\tTransfer-Encoding: chunked",
    "Transfer-Encoding\0: chunked",
    "Transfer\xadEncoding: chunked",
    "Transfer-Encod\u0131ng: chunked",
    "\xffTransfer-Encoding: chunked",
    "Transfer Encoding: chunked",
    "Content-Length : 5",
    "Content-Length",
    "Content-Length 5",
    ": 5",
    ":",
    " : 5",
    "",
    "(x): 1",
    "a/b: 1",
    "a@b: 1",
    '"a": 1',
  ].map((line): [number, string] => [400, post(line)]),
  // Lines that do not end with CR LF, or continue on the next line.
  [400, post("X: 1\nContent-Length: 5")],
  [400, post("X: 1\n\nGET /b HTTP/1.1")],
  [400, post("X: 1\rContent-Length: 5")],
  [400, post("X: 1\r")],
  [400, post("X: 1\n")],
  [400, post("X: 1", " Content-Length: 5")],
  [400, post("X: 1", "\tcontinued")],
  [400, post("Transfer-Encoding:", " chunked")],
  [400, post("X: a\0b")],
  [400, post("X: \x1b[31m")],
  [400, head("POST /a HTTP/1.1", " Host: weir")],
  [400, head("GET / HTTP/1.1\nHost: weir")],
  [400, "GET / HTTP/1.1\nHost: weir\n"],
  // The host.
  [400, head("GET / HTTP/1.1")],
  [400, head("GET / HTTP/1.1", "Hosts: weir")],
  [400, post("Host: weir")],
  [400, post("Host: other")],
  [400, head("GET / HTTP/1.1", "Host:", "Host: weir")],
  [400, head("GET / HTTP/1.1", "Host: weir", "Host:")],
  [400, head("GET / HTTP/1.0", "Host: a", "Host: b")],
  ...["a b", "a,b", "a/b", "a@b", "a?b", "a#b", "a\\b", "\xe4"].map((host): [number, string] => [
    400,
    head("GET / HTTP/1.1", `Host: ${host}`),
  ]),
  // The request line.
  ...[
    "",
    "GET",
    "GET /",
    "GET  / HTTP/1.1",
    " GET / HTTP/1.1",
    "GET / HTTP/1.1 ",
    "GET / a HTTP/1.1",
    "GET\t/\tHTTP/1.1",
    "GET /\0 HTTP/1.1",
    "GET /\x7f HTTP/1.1",
    "G(T / HTTP/1.1",
    "G\xcbT / HTTP/1.1",
    "GET a HTTP/1.1",
    "GET * HTTP/1.1",
    "GET ftp://weir/ HTTP/1.1",
    "GET http:///a HTTP/1.1",
    "GET http:weir HTTP/1.1",
    "POST * HTTP/1.1",
    "OPTIONS ** HTTP/1.1",
    "OPTIONS weir:80 HTTP/1.1",
    "CONNECT weir HTTP/1.1",
    "CONNECT weir: HTTP/1.1",
    "CONNECT :80 HTTP/1.1",
    "CONNECT weir:80x HTTP/1.1",
    "CONNECT /a HTTP/1.1",
    "CONNECT a@weir:80 HTTP/1.1",
    "CONNECT http://weir:80/ HTTP/1.1",
    "GET / http/1.1",
    "GET / HTTP/1.1\0",
    "GET / HTTP/11",
    "GET / HTTP/1.10",
    "GET / HTTPS/1.1",
    "GET / HTTP/",
    "HTTP/1.1 200 OK",
    "\x16\x03\x01\x02",
  ].map((line): [number, string] => [400, head(line, "Host: weir")]),
  // A tunnel, which is well-formed but not supported.
  ...["weir:80", "192.0.2.1:443", "[::1]:8080"].map((authority): [number, string] => [
    501,
    head(`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`),
  ]),
  // Later 1.x versions are read as 1.1, with all its requirements.
  [400, head("GET / HTTP/1.2")],
  [505, head("GET / HTTP/2.0", "Host: weir")],
  [505, head("GET / HTTP/0.9", "Host: weir")],
  [505, head("PRI * HTTP/2.0")],
  // Expectations.
  [417, post("Expect: 200-ok")],
  [417, post("Expect: 100-continue, 100-continue")],
  [417, post("Expect:")],
];

test.each(refused)("refuses with %d: %j", (expected, text) => {
  expect(status(text)).toBe(expected);
});

test("accepts or refuses any bytes, and an accepted head is unambiguous", () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      "POST / HTTP/1.1\r\nHost: weir\r\n",

      "\r\n",
      "\r",
      "\n",
      " ",
      "\t",
      ":",
      ",",
      "\0",
      "5",
      "chunked",
      "Content-Length:",
      "Transfer-Encoding:",
    ),
    fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 5,
    }),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      const text = `POST / HTTP/1.1\r\nHost: weir${fragments.join("")}`;
      const result = parseHead(text);
      if (!result.ok) return;
      const { headers, body } = result.head;
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
      expect(text.match(/^content-length/gim)?.length ?? 0).toBe(
        headers.get("content-length") === null ? 0 : 1,
      );
      const coding = headers.get("transfer-encoding");
      expect(body.kind === "chunked").toBe(coding !== null);
      if (coding !== null) expect(headers.get("content-length")).toBeNull();
    }),
    { numRuns: propertyRuns(5000) },
  );
});
