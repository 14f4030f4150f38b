import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes a file's bytes, or the names in a folder, survive a power cut. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
