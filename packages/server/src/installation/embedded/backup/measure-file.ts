import { basename } from "node:path";
import type { BackupFile } from "./backup-manifest.ts";

/** Size and hash of a file, read piece by piece: a store may be larger than the memory. */
export async function measureFile(path: string): Promise<BackupFile> {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const piece of Bun.file(path).stream()) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name: basename(path), bytes, sha256: hash.digest("hex") };
}
