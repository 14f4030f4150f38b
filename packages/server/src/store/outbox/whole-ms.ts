import type { OutboxEntry } from "./outbox-entry.ts";

/** Returns a time as the store keeps it: in whole milliseconds, and not before the given one. */
export function wholeMs(ms: number): number {
  if (!Number.isFinite(ms)) throw new RangeError(`${ms} is not a time.`);
  return Math.ceil(ms);
}

/**
 * Returns when a new message is due. A time that is none is as good as now: the message is a part of a batch of readings,
 * which must not fail because of it.
 */
export function dueMsOf({ nowMs, dueMs = nowMs }: Pick<OutboxEntry, "nowMs" | "dueMs">): number {
  return Number.isFinite(dueMs) ? wholeMs(dueMs) : nowMs;
}
