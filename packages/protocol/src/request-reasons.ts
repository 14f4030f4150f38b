import { dropReasons } from "./drop-reasons.ts";

/**
 * The codes of refusals of a whole request, of which no reading was looked at. What the store counts goes by the order:
 * append new codes at the end. A disabled device is told `invalid_token`, which would send people looking for the wrong thing.
 */
export const refusalCodes = [
  "invalid_token",
  "validation_failed",
  "missing_token",
  "too_many_requests",
  "payload_too_large",
  "unsupported_media_type",
  "method_not_allowed",
  "unavailable",
  "server_error",
  "device_disabled",
  "account_limit",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Count of refused requests per code; codes that did not occur are absent. */
export type RefusedCounts = Partial<Record<RefusalCode, number>>;

/**
 * Why something of a request was not accepted, by which requests are looked for: what readings were dropped for, or all of
 * it refused for. Marks in the store count on the order.
 */
export const requestReasons = [
  ...dropReasons.map(({ key }) => key),
  "dropped_duplicate",
  ...refusalCodes,
] as const;

export type RequestReason = (typeof requestReasons)[number];

/**
 * What became of accepted readings, by which requests are looked for as well: readings that left their chain by an output
 * without a wire, and readings that failed in it. Known only once the readings are processed, so no mark tells it.
 */
export const outcomeReasons = ["not_saved", "failed"] as const;

export type OutcomeReason = (typeof outcomeReasons)[number];

export function isOutcomeReason(reason: string): reason is OutcomeReason {
  return (outcomeReasons as readonly string[]).includes(reason);
}
