import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * Sockets in the data folder, through which the processes of an installation and its commands reach each other. Their
 * paths are cut off by the system at 108 bytes; for a deeper data folder a socket lies in a short one elsewhere, and a file
 * `NAME.address` in the data folder says where.
 */
const socketPathBytesMax = 100;

/** Removes what a killed process left, and says where to listen. Only one process at a time may do so. */
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

/** Runs `open` so that the socket it creates can be opened by the owner alone. */
export function openPrivately<T>(open: () => T): T {
  const previousMask = process.umask(0o177);
  try {
    return open();
  } finally {
    process.umask(previousMask);
  }
}
