import { basename } from "node:path";
import type { BackupFile } from "./backup-manifest.ts";

/** The size and hash of a file, read in pieces, because a store may be larger than the memory. */
export async function measureFile(path: string): Promise<BackupFile> {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const piece of Bun.file(path).stream()) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name: basename(path), bytes, sha256: hash.digest("hex") };
}
