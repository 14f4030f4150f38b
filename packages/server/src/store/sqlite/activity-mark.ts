import { type RequestReason, requestReasons } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { isTroubledRequest, reasonsOfRequest } from "../reasons-of-request.ts";

/** The lowest bit: whether not everything in the request was accepted. */
const troubled = 1;
/** Above it, why; there are more reasons than bits, so some share one. */
const reasonBits = 11;
/** The others are of a hash of the request's id. */
const idBits = -1 << (1 + reasonBits);

/** What is known of a request without reading its line, in 32 bits: by what it is looked for, and whether it is wanted. */
export function markOf(record: ActivityRecord): number {
  const idMark = markOfId(record.requestId);
  if (!isTroubledRequest(record)) return idMark;
  let mark = idMark | troubled;
  for (const reason of reasonsOfRequest(record)) mark |= markOfReason(reason);
  return mark >>> 0;
}

/** The mark of a request of that id with which all was well. */
export function markOfId(requestId: string): number {
  return (Bun.hash.xxHash32(requestId) & idBits) >>> 0;
}

export function isMarkOf(mark: number, idMark: number): boolean {
  return (mark & idBits) >>> 0 === idMark;
}

export function isMarkedTroubled(mark: number): boolean {
  return (mark & troubled) !== 0;
}

/** Whether the request may have come to grief for that reason; false where it certainly did not. */
export function isMarkedFor(mark: number, reason: RequestReason): boolean {
  return (mark & markOfReason(reason)) !== 0;
}

function markOfReason(reason: RequestReason): number {
  return 2 << (requestReasons.indexOf(reason) % reasonBits);
}
