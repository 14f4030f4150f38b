import { isOutcomeReason } from "@weir/protocol/request-reasons";
import { type Request, verdictOf } from "./outcome-words.ts";

/** The filter of a list of requests. It matches the same requests as the server's filter. */
export interface FeedFilter {
  /** UUID. */
  readonly device?: string | undefined;
  readonly only?: string | undefined;
  readonly reason?: string | undefined;
}

export function isMeant(request: Request, { device, only, reason }: FeedFilter): boolean {
  if (device !== undefined && request.device?.uuid !== device) return false;
  // The server counts duplicates as a problem, too.
  if (only === "troubled" && verdictOf(request).tone === "ok" && request.duplicates === 0) return false;
  return reason === undefined || isFor(request, reason);
}

function isFor(request: Request, reason: string): boolean {
  const { error, duplicates, rejected, first_finding: finding, unsaved } = request;
  if (isOutcomeReason(reason)) return unsaved !== null && unsaved[reason] > 0;
  if (reason === "dropped_duplicate") return duplicates > 0;
  return error === reason || finding?.reason === reason || reason in rejected;
}
