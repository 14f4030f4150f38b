import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { docsPage } from "@weir/protocol/docs-page";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type DocumentLimits, openapiDocument } from "@weir/protocol/openapi";
import type { Encoding, SharedContent } from "./shared-content.ts";

/** What is published about the APIs. */
export interface Docs {
  readonly document: SharedContent;
  readonly page: SharedContent;
}

/** Takes some 9 ms for either; the highest quality takes a second and saves a fifth. */
const brotliQuality = 5;

/** Takes half a second, so it is not for a thread that has requests to answer. */
export function buildDocs(limits: DocumentLimits): Docs {
  const document = openapiDocument(limits, manageRoutes);
  return {
    document: contentOf("application/json", JSON.stringify(document, null, 2)),
    page: contentOf("text/html; charset=utf-8", docsPage(document)),
  };
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
