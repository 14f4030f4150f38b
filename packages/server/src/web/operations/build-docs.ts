import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { PictureSize } from "@weir/protocol/docs-page/guide-page";
import type { SearchedPage } from "@weir/protocol/docs-page/searched-page";
import {
  guideNames,
  type PictureName,
  pictureNames,
  picturePath,
  scriptPath,
} from "@weir/protocol/docs-page/site-map";
import { docsSite } from "@weir/protocol/docs-site";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type DocumentLimits, openapiDocument } from "@weir/protocol/openapi";
import type { Encoding, SharedContent } from "../../ingest/http/shared-content.ts";
import { openapiPath } from "./docs-paths.ts";

/** What the server publishes about itself, by path: the pages of the documentation with their script and pictures, and the OpenAPI document. */
export type Docs = ReadonlyMap<string, SharedContent>;

/** Takes about 9 ms for the largest; the highest quality takes a second and saves a fifth. */
const brotliQuality = 5;

/** Takes half a second, so it must not run on a thread that answers requests. */
export async function buildDocs(limits: DocumentLimits): Promise<Docs> {
  const document = openapiDocument(limits, manageRoutes);
  const pictures = pictureNames.map((name) => ({ name, bytes: readPicture(name) }));
  const sizes = pictures.map(({ name, bytes }) => [name, sizeOf(bytes)] as const);
  const { pages, searched } = docsSite({
    document,
    guides: guideNames.map((name) => ({ name, text: readGuide(name) })),
    pictures: Object.fromEntries(sizes) as Record<PictureName, PictureSize>,
  });
  return new Map([
    [openapiPath, textContent("application/json", JSON.stringify(document, null, 2))],
    [scriptPath, textContent("text/javascript; charset=utf-8", await bundledScript(searched))],
    ...[...pages].map(([path, page]) => [path, textContent("text/html; charset=utf-8", page)] as const),
    ...pictures.map(({ name, bytes }) => [picturePath(name), pictureContent(bytes)] as const),
  ]);
}

function readGuide(name: string): string {
  return readFileSync(new URL(`../../../../../docs/guide/${name}.md`, import.meta.url), "utf8");
}

function readPicture(name: PictureName): Buffer {
  return readFileSync(new URL(`../../../../../docs/images/${name}.png`, import.meta.url));
}

/** A PNG begins with its width and height, each in four bytes, after a signature and the head of a chunk. */
function sizeOf(png: Buffer): PictureSize {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** The script is several files of TypeScript; browsers get one, which contains what it searches. */
async function bundledScript(searched: readonly SearchedPage[]): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve("@weir/protocol/docs-script/main"));
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format: "iife",
    minify: true,
    define: { pagesOfSite: JSON.stringify(searched) },
  });
  return outputs[0]!.text();
}

function textContent(contentType: string, text: string): SharedContent {
  const bytes = new TextEncoder().encode(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const forms = new Map<Encoding, Uint8Array>([
    ["identity", bytes],
    ["gzip", new Uint8Array(gzipSync(bytes))],
    ["br", new Uint8Array(brotliCompressSync(bytes, { params }))],
  ]);
  return { contentType, forms, etag: etagOf(bytes) };
}

/** A PNG is compressed already. */
function pictureContent(png: Buffer): SharedContent {
  const bytes = new Uint8Array(png);
  return { contentType: "image/png", forms: new Map([["identity", bytes]]), etag: etagOf(bytes) };
}

function etagOf(bytes: Uint8Array): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
