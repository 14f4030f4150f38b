import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { docsPage } from "@weir/protocol/docs-page";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type DocumentLimits, openapiDocument } from "@weir/protocol/openapi";
import { nodeReference } from "@weir/rule-engine/node-reference";
import type { Encoding, SharedContent } from "../../ingest/http/shared-content.ts";

/** The published documents about the APIs. */
export interface Docs {
  readonly document: SharedContent;
  readonly page: SharedContent;
  readonly script: SharedContent;
}

/** Takes about 9 ms for either; the highest quality takes a second and saves a fifth. */
const brotliQuality = 5;

/** Takes half a second, so it must not run on a thread that answers requests. */
export async function buildDocs(limits: DocumentLimits): Promise<Docs> {
  const document = openapiDocument(limits, manageRoutes);
  const guides = [
    ...["fleets", "provisioning", "activity", "rule-chains"].map((id) => ({ id, text: guide(id) })),
    { id: "nodes", text: nodeReference() },
  ];
  return {
    document: contentOf("application/json", JSON.stringify(document, null, 2)),
    page: contentOf("text/html; charset=utf-8", docsPage(document, guides)),
    script: contentOf("text/javascript; charset=utf-8", await bundledScript()),
  };
}

function guide(name: string): string {
  return readFileSync(new URL(`../../../../../docs/guide/${name}.md`, import.meta.url), "utf8");
}

/** The page's script is several files of TypeScript; browsers get one. */
async function bundledScript(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve("@weir/protocol/docs-script/main"));
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format: "iife",
    minify: true,
  });
  return outputs[0]!.text();
}

function contentOf(contentType: string, text: string): SharedContent {
  const bytes = new TextEncoder().encode(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const forms = new Map<Encoding, Uint8Array>([
    ["identity", bytes],
    ["gzip", new Uint8Array(gzipSync(bytes))],
    ["br", new Uint8Array(brotliCompressSync(bytes, { params }))],
  ]);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { contentType, forms, etag: `W/"${hash}"` };
}
