import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is deleted when the test ends: `using folder = tempFolder()`. */
export function tempFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "weir-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
