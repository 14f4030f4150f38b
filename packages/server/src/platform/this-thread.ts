import { readlinkSync } from "node:fs";
import { basename } from "node:path";

/** The number that Linux gives the calling thread. Null elsewhere. */
export function thisThread(): number | null {
  try {
    return Number(basename(readlinkSync("/proc/thread-self")));
  } catch {
    return null;
  }
}
