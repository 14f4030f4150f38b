import { type RequestReason, requestReasons } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";

type Outcome = Pick<ActivityRecord, "error" | "duplicates" | "rejected" | "findings" | "behindMs">;

const known: ReadonlySet<string> = new Set(requestReasons);

/** Returns why readings of a request were not accepted; empty if all of them were. */
export function reasonsOfRequest({ error, duplicates, rejected, findings }: Outcome): Set<RequestReason> {
  const reasons = new Set<RequestReason>(Object.keys(rejected ?? {}) as RequestReason[]);
  // A request in which nothing addressed a sensor is refused before its readings are counted.
  for (const { reason } of findings) reasons.add(reason);
  if (duplicates > 0) reasons.add("dropped_duplicate");
  if (error !== null && known.has(error)) reasons.add(error as RequestReason);
  return reasons;
}

/** Returns whether anything in a request was not accepted, or the clock of its device seems to be wrong. */
export function isTroubledRequest({
  error,
  duplicates,
  rejected,
  behindMs,
}: Pick<Outcome, "error" | "duplicates" | "rejected" | "behindMs">): boolean {
  if (behindMs !== undefined) return true;
  return error !== null || duplicates > 0 || (rejected !== null && Object.keys(rejected).length > 0);
}
