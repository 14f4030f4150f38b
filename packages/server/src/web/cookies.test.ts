import { expect, test } from "bun:test";
import type { ApiRequest } from "./api-request.ts";
import { endedSessionCookie, mayCarrySession, readSessionToken, sessionCookie } from "./cookies.ts";

const token = "t".repeat(43);
const other = "o".repeat(43);

function request(
  { source = "192.0.2.1", isSecure = true }: Partial<ApiRequest>,
  headers: Record<string, string> = {},
): ApiRequest {
  const all: Record<string, string> = { host: "weir.example.org", ...headers };
  return {
    id: "r",
    method: "GET",
    target: "/",
    headers: { get: (name) => all[name] ?? null },
    body: new Uint8Array(0),
    source,
    isSecure,
  };
}

const onThisMachine = (headers: Record<string, string> = {}) =>
  request({ source: "127.0.0.1", isSecure: false }, { host: "localhost:8080", ...headers });

test("binds the cookie to the host over TLS, and hides it from scripts and other sites", () => {
  expect(sessionCookie(request({}), token)).toEqual({
    "Set-Cookie": `__Host-weir_session=${token}; Max-Age=7776000; Path=/; Secure; HttpOnly; SameSite=Lax`,
  });
  expect(endedSessionCookie(request({}))).toEqual({
    "Set-Cookie": "__Host-weir_session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax",
  });
});

test("uses a plain name on this machine without TLS", () => {
  expect(sessionCookie(onThisMachine(), token)).toEqual({
    "Set-Cookie": `weir_session=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`,
  });
});

test.each([
  ["127.0.0.1", "127.0.0.1:8080", true],
  ["127.9.9.9", "LOCALHOST", true],
  ["::1", "[::1]:8080", true],
  ["::ffff:127.0.0.1", "localhost", true],
  ["192.0.2.1", "localhost", false],
  ["127.0.0.1", "weir.example.org", false],
  ["127.0.0.1", "127.0.0.1.example.org", false],
  ["127.0.0.1", "", false],
  ["::2", "[::1]", false],
])("decides whether plain HTTP from %s to %p may carry a session: %p", (source, host, may) => {
  expect(mayCarrySession(request({ source, isSecure: false }, { host }))).toBe(may);
});

test("neither writes nor reads a cookie over plain HTTP from elsewhere", () => {
  const open = request(
    { isSecure: false },
    { cookie: `weir_session=${token}; __Host-weir_session=${token}` },
  );
  expect(readSessionToken(open)).toBeNull();
  expect(() => sessionCookie(open, token)).toThrow("plain HTTP");
});

test("accepts each name only where it is written", () => {
  const both = { cookie: `weir_session=${other}; __Host-weir_session=${token}` };
  expect(readSessionToken(request({}, both))).toBe(token);
  expect(readSessionToken(onThisMachine(both))).toBe(other);
  expect(readSessionToken(request({}, { cookie: `weir_session=${other}` }))).toBeNull();
});

test.each([
  "",
  "__Host-weir_session",
  "__Host-weir_session=",
  `__Host-weir_session=${token}x`,
  `__Host-weir_session="${token}"`,
  `x__Host-weir_session=${token}`,
])("finds no session in %p", (cookie) => {
  expect(readSessionToken(request({}, { cookie }))).toBeNull();
});

test("finds the session among other cookies", () => {
  const cookie = `a=b; __Host-weir_session=${token};c=d`;
  expect(readSessionToken(request({}, { cookie }))).toBe(token);
});
