import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * Sockets in the data folder, through which the processes of an installation and its commands reach each other. The system
 * limits their paths to 108 bytes. If the data folder's path is longer, a socket is in a short folder elsewhere, and a file
 * `NAME.address` in the data folder says where.
 */
const socketPathBytesMax = 100;

/** Removes what a killed process left, and returns where to listen. Only one process at a time may call this. */
export function claimSocketPath(dataDir: string, name: string): string {
  releaseSocketPath(dataDir, name);
  const inFolder = join(resolve(dataDir), `${name}.sock`);
  if (Buffer.byteLength(inFolder) <= socketPathBytesMax) return inFolder;
  const elsewhere = join(mkdtempSync(join(tmpdir(), "weir-")), `${name}.sock`);
  writeFileSync(join(dataDir, `${name}.address`), elsewhere, { mode: 0o600 });
  return elsewhere;
}

export function releaseSocketPath(dataDir: string, name: string): void {
  const path = findSocketPath(dataDir, name);
  rmSync(path, { force: true });
  const address = join(dataDir, `${name}.address`);
  if (!existsSync(address)) return;
  rmSync(dirname(path), { recursive: true, force: true });
  rmSync(address);
}

export function findSocketPath(dataDir: string, name: string): string {
  const address = join(dataDir, `${name}.address`);
  return existsSync(address) ? readFileSync(address, "utf8") : join(resolve(dataDir), `${name}.sock`);
}

/** Runs `open` so that only the owner can open the socket it creates. */
export function openPrivately<T>(open: () => T): T {
  const previousMask = process.umask(0o177);
  try {
    return open();
  } finally {
    process.umask(previousMask);
  }
}
