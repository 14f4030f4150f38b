import { freeBytes } from "../platform/free-bytes.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";

/** Frees the memory of entries that are settled, of which nobody reads any more; returns how many bytes they had. */
export function freeEntries(entries: readonly QueueEntry[]): number {
  let bytes = 0;
  for (const { data } of entries) {
    bytes += data.length;
    freeBytes(data);
  }
  return bytes;
}
