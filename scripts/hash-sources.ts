import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");

/** Identifies the sources of a build. File times mean nothing in a fresh checkout. Tests are left out. */
export function hashSources(patterns: readonly string[]): string {
  const hash = createHash("sha256");
  const files = new Set(patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]));
  for (const file of [...files].filter((name) => !name.includes(".test.")).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}
