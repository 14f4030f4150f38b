import type { ActivityRecord } from "../../activity/activity-record.ts";

/**
 * What is known of a request without reading its line, in 32 bits: 31 of a hash of its id, by which it is looked for, and in
 * the lowest whether not everything in it was accepted.
 */
export function markOf(record: ActivityRecord): number {
  return (markOfId(record.requestId) | (isTroubled(record) ? 1 : 0)) >>> 0;
}

/** The mark of a request of that id with which all was well. */
export function markOfId(requestId: string): number {
  return (Bun.hash.xxHash32(requestId) & ~1) >>> 0;
}

export function isMarkOf(mark: number, idMark: number): boolean {
  return (mark & ~1) >>> 0 === idMark;
}

export function isMarkedTroubled(mark: number): boolean {
  return (mark & 1) === 1;
}

function isTroubled({ error, duplicates, rejected }: ActivityRecord): boolean {
  return error !== null || duplicates > 0 || (rejected !== null && Object.keys(rejected).length > 0);
}
