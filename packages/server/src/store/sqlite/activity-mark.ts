import { type RequestReason, requestReasons } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { isTroubledRequest, reasonsOfRequest } from "../reasons-of-request.ts";

/** The lowest bit: whether not everything in the request was accepted. */
const troubled = 1;
/** The bits above it say why. There are more reasons than bits, so some reasons share one. */
const reasonBits = 11;
/** The remaining bits are a hash of the request's id. */
const idBits = -1 << (1 + reasonBits);

/**
 * Computes the mark of a request: 32 bits that tell whether its line can match a query, so that most lines need not be
 * read.
 */
export function markOf(record: ActivityRecord): number {
  const idMark = markOfId(record.requestId);
  if (!isTroubledRequest(record)) return idMark;
  let mark = idMark | troubled;
  for (const reason of reasonsOfRequest(record)) mark |= markOfReason(reason);
  return mark >>> 0;
}

/** Returns the mark of a request with this id in which everything was accepted. */
export function markOfId(requestId: string): number {
  return (Bun.hash.xxHash32(requestId) & idBits) >>> 0;
}

export function isMarkOf(mark: number, idMark: number): boolean {
  return (mark & idBits) >>> 0 === idMark;
}

export function isMarkedTroubled(mark: number): boolean {
  return (mark & troubled) !== 0;
}

/** Returns false only if nothing in the request was refused for this reason. */
export function isMarkedFor(mark: number, reason: RequestReason): boolean {
  return (mark & markOfReason(reason)) !== 0;
}

function markOfReason(reason: RequestReason): number {
  return 2 << (requestReasons.indexOf(reason) % reasonBits);
}
