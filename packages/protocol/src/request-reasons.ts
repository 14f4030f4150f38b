import { dropReasons } from "./drop-reasons.ts";

/**
 * Why something of a request was not accepted, by which requests are looked for: what readings were dropped for, and the
 * codes of refusals of a whole request that say more than that every reading was. Marks in the store count on the order:
 * append new reasons at the end.
 */
export const requestReasons = [
  ...dropReasons.map(({ key }) => key),
  "dropped_duplicate",
  "invalid_token",
  "validation_failed",
  "missing_token",
  "too_many_requests",
  "payload_too_large",
  "unsupported_media_type",
  "method_not_allowed",
  "unavailable",
  "server_error",
] as const;

export type RequestReason = (typeof requestReasons)[number];
