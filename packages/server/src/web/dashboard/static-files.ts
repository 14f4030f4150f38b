import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Encoding, SharedContent } from "../../ingest/http/shared-content.ts";

/** A file of the dashboard as it is sent. */
export interface StaticFile extends SharedContent {
  /** Whether its name changes with its content, so that it may be cached forever. */
  readonly isImmutable: boolean;
}

const endings: Record<Exclude<Encoding, "identity">, string> = { br: ".br", gzip: ".gz" };

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** The folder of files whose names change with their content. */
const immutableFolder = "/assets/";

/**
 * The files of a built dashboard by their path in the URL, all in memory: they are few, and a build that replaces them
 * meanwhile cannot mix old pages with new ones. Null if nothing was built.
 */
export function loadStaticFiles(folder: string): Map<string, StaticFile> | null {
  if (!existsSync(join(folder, "index.html"))) return null;
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).replaceAll("\\", "/").replace(/^\/+/, "")}`;
    const bytes = readFileSync(file);
    const forms = new Map<Encoding, Uint8Array>([["identity", bytes]]);
    for (const [encoding, ending] of Object.entries(endings))
      if (existsSync(file + ending)) forms.set(encoding as Encoding, readFileSync(file + ending));
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    files.set(path, { contentType, forms, etag, isImmutable: path.startsWith(immutableFolder) });
  }
  return files;
}
