import type { Route } from "@weir/protocol/manage/route";
import { isLoopback } from "../platform/address.ts";
import type { ProblemDetails } from "./api-answer.ts";
import type { ApiRequestHead } from "./api-request.ts";

/** The setting `plain_http`. */
export type PlainHttp = "refuse" | "allow";

/**
 * Refuses requests that bring a secret over plain HTTP from another machine: an API key, or the token of a password
 * reset. The secret has already been sent, but the mistake shows at the first attempt and not after a year. Null if the
 * request may continue. Sessions are never set or accepted over plain HTTP (see cookies.ts), whatever the setting says.
 */
export function refusePlainHttp(
  route: Route,
  head: ApiRequestHead,
  plainHttp: PlainHttp,
): ProblemDetails | null {
  if (!isTooPlain(head, plainHttp)) return null;
  if (head.headers.get("authorization") !== null) return keyOverPlainHttp;
  return route.takesSecret === true ? resetOverPlainHttp : null;
}

/** Whether others on the network could read what a request brings, and the operator has not allowed that. */
export function isTooPlain(
  { isSecure, source }: Pick<ApiRequestHead, "isSecure" | "source">,
  plainHttp: PlainHttp,
): boolean {
  return plainHttp !== "allow" && !isSecure && !isLoopback(source);
}

const advice =
  "Use https://. If Weir is behind a TLS proxy, list the proxy in trusted_proxies. On a trusted network, the operator can set plain_http to allow.";

const keyOverPlainHttp: ProblemDetails = {
  status: 403,
  code: "https_needed",
  detail: `This API key was sent over plain HTTP, where others on the network can read it. Revoke it and create a new one. ${advice}`,
};

const resetOverPlainHttp: ProblemDetails = {
  status: 403,
  code: "https_needed",
  detail: `Passwords cannot be reset over plain HTTP, where others on the network could read the new password. ${advice}`,
};
