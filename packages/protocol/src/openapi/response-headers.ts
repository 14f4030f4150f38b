import { handlingNames } from "../contracts.ts";
import { type Reference, type ResponseHeader, refTo } from "./openapi-document.ts";

export function responseHeaders(rateLimit: number): Record<string, ResponseHeader> {
  return {
    "X-RateLimit-Limit": {
      description: "Requests allowed in a window of 60 seconds.",
      required: true,
      schema: { type: "integer", const: rateLimit },
      example: rateLimit,
    },
    "X-RateLimit-Remaining": {
      description: "Requests left in the current window.",
      required: true,
      schema: { type: "integer", minimum: 0, maximum: rateLimit },
      example: Math.max(rateLimit - 1, 0),
    },
    "X-RateLimit-Reset": {
      description: "When the window ends, in seconds since 1970. On a 429 only.",
      required: true,
      schema: { type: "integer", minimum: 0 },
      example: 1773480473,
    },
    "Retry-After": {
      description: "Seconds to wait before the next attempt.",
      required: true,
      schema: { type: "integer", minimum: 1 },
      example: 12,
    },
    "X-Request-Id": {
      description: "Identifies this request in the server's log. Include it when asking for help.",
      required: true,
      schema: { type: "string", minLength: 1 },
      example: "01jpa9m7x4k2",
    },
    "Preference-Applied": {
      description: "The preference of the request's `Prefer` header that was honoured. Absent without one.",
      required: false,
      schema: { enum: handlingNames.map((name) => `handling=${name}`) },
      example: "handling=lenient",
    },
    "WWW-Authenticate": {
      description: "How to authenticate: with the device's token.",
      required: true,
      schema: { const: "Bearer" },
      example: "Bearer",
    },
    Accept: {
      description: "The accepted `Content-Type`, if that was the problem.",
      required: false,
      schema: { const: "application/json" },
      example: "application/json",
    },
    "Accept-Encoding": {
      description: "The accepted `Content-Encoding`, if that was the problem.",
      required: false,
      schema: { type: "string", minLength: 1 },
      example: "gzip, x-gzip, deflate, br, zstd",
    },
    Allow: {
      description: "The method this path requires.",
      required: true,
      schema: { const: "POST" },
      example: "POST",
    },
  };
}

/** The headers of every answer of a device endpoint, and those named. */
export function headersWith(...extraHeaders: string[]): Record<string, Reference> {
  const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-Request-Id", ...extraHeaders];
  return Object.fromEntries(names.map((name) => [name, refTo("headers", name)]));
}
