import { dropReasons } from "./drop-reasons.ts";

/**
 * Codes of requests that are refused as a whole, before any reading is looked at. The store counts them by their order:
 * append new codes at the end. A disabled device is answered `invalid_token`, which would lead people in the wrong
 * direction.
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
 * Reasons to search requests by: why readings were dropped, or why the whole request was refused. Marks in the store
 * depend on the order.
 */
export const requestReasons = [
  ...dropReasons.map(({ key }) => key),
  "dropped_duplicate",
  ...refusalCodes,
] as const;

export type RequestReason = (typeof requestReasons)[number];

/**
 * Outcomes of accepted readings to search requests by: readings that left their chain through an unwired output, and
 * readings that failed in it. They are known only after processing, so no mark in the store has them.
 */
export const outcomeReasons = ["not_saved", "failed"] as const;

export type OutcomeReason = (typeof outcomeReasons)[number];

export function isOutcomeReason(reason: string): reason is OutcomeReason {
  return (outcomeReasons as readonly string[]).includes(reason);
}
