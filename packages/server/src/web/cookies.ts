import { hostWithoutPort, isLoopback } from "../platform/address.ts";
import type { ApiRequestHead } from "./api-request.ts";
import { sessionAgeMaxS } from "./session-age-max.ts";

/**
 * The session cookie. Its `__Host-` name makes browsers refuse it from plain HTTP, from subdomains and with a wider
 * path, so nobody in between or on a neighbouring site can plant one. On this machine itself there is rarely a
 * certificate and nobody can listen in, so the cookie has a plain name and needs no TLS. The plain name is not accepted
 * over TLS, and the other one not without it.
 */
const secureName = "__Host-weir_session";
const loopbackName = "weir_session";
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

type CookieForm = { readonly name: string; readonly attributes: string };

const secureForm: CookieForm = { name: secureName, attributes: "Path=/; Secure; HttpOnly; SameSite=Lax" };
const loopbackForm: CookieForm = { name: loopbackName, attributes: "Path=/; HttpOnly; SameSite=Lax" };

/** Null if nobody can be signed in, because the connection is not protected. */
function formFor(request: ApiRequestHead): CookieForm | null {
  if (request.isSecure) return secureForm;
  return isOnThisMachine(request) ? loopbackForm : null;
}

export function mayCarrySession(request: ApiRequestHead): boolean {
  return formFor(request) !== null;
}

/** Null if the request has none, or one that cannot be a session's. */
export function readSessionToken(request: ApiRequestHead): string | null {
  const form = formFor(request);
  const header = request.headers.get("cookie");
  if (form === null || header === null) return null;
  for (const pair of header.split(/[;,]/)) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== form.name) continue;
    const value = pair.slice(equals + 1).trim();
    return tokenShape.test(value) ? value : null;
  }
  return null;
}

/**
 * The header that sets a session cookie. The browser may keep the cookie as long as a session can last. The server ends
 * idle sessions earlier.
 */
export function sessionCookie(request: ApiRequestHead, token: string): Record<string, string> {
  return setCookie(request, token, sessionAgeMaxS);
}

export function endedSessionCookie(request: ApiRequestHead): Record<string, string> {
  return setCookie(request, "", 0);
}

function setCookie(request: ApiRequestHead, value: string, maxAgeS: number): Record<string, string> {
  const form = formFor(request);
  if (form === null) throw new Error("A session was about to be handed out over plain HTTP.");
  return { "Set-Cookie": `${form.name}=${value}; Max-Age=${maxAgeS}; ${form.attributes}` };
}

/** A proxy on this machine also calls from here, but the request names another host, unless the proxy is trusted. */
function isOnThisMachine({ source, headers }: ApiRequestHead): boolean {
  return isLoopback(source) && isLoopback(hostWithoutPort(headers.get("host") ?? ""));
}
