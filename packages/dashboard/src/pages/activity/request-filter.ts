import { isTroubled, type Request } from "./outcome-words.ts";

/** What a list of requests is narrowed to; as the server does it with what it lists. */
export interface FeedFilter {
  /** UUID. */
  readonly device?: string | undefined;
  readonly only?: string | undefined;
  readonly reason?: string | undefined;
}

export function isMeant(request: Request, { device, only, reason }: FeedFilter): boolean {
  if (device !== undefined && request.device?.uuid !== device) return false;
  // To the server a duplicate is trouble too, if not much.
  if (only === "troubled" && !isTroubled(request) && request.duplicates === 0) return false;
  return reason === undefined || isFor(request, reason);
}

function isFor({ error, duplicates, rejected, first_finding: finding }: Request, reason: string): boolean {
  if (reason === "dropped_duplicate") return duplicates > 0;
  return error === reason || finding?.reason === reason || reason in rejected;
}
