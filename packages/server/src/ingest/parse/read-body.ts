import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { splitOutsideQuotes } from "./split-outside-quotes.ts";
import { areWholeZstdFrames } from "./zstd-frames.ts";

/**
 * Step 6 of the order of checks: content type, encoding and size. Decides on the headers before it takes a byte, and
 * never holds more than the limit: a body that grows past it, sent or inflated, is let go at once.
 */
export type BodyResult =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; error: "unsupportedMediaType" | "payloadTooLarge" | "undecodable" };

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const decoders = new Map<string, Inflate>([
  ["gzip", promisify(gunzip) as Inflate],
  ["deflate", inflateEitherWay],
  ["br", promisify(brotliDecompress) as Inflate],
  ["zstd", inflateWholeZstd],
]);

/** Compressed data that does not compress is a little longer than what it holds. */
const encodedSlackBytes = 64 * 1024;

const refused = {
  type: { ok: false, error: "unsupportedMediaType" },
  size: { ok: false, error: "payloadTooLarge" },
  content: { ok: false, error: "undecodable" },
} as const satisfies Record<string, BodyResult>;

export async function readBody(request: Request, bytesMax: number): Promise<BodyResult> {
  const { headers } = request;
  if (!isJsonInUtf8(headers.get("content-type"))) return refused.type;
  const encoding = headers.get("content-encoding");
  const length = headers.get("content-length");
  if (encoding === null && length !== null) {
    // The usual request, kept short: each further async call would cost it time.
    if (Number(length) > bytesMax) return refused.size;
    return { ok: true, bytes: await request.bytes() };
  }
  const coding = encoding === null ? "identity" : encoding.trim().toLowerCase();
  if (coding === "identity") return receive(request, length, bytesMax);
  const decode = decoders.get(coding);
  if (decode === undefined) return refused.type;
  const encoded = await receive(request, length, bytesMax + encodedSlackBytes);
  return encoded.ok ? inflateWithin(encoded.bytes, decode, bytesMax) : encoded;
}

function isJsonInUtf8(contentType: string | null): boolean {
  if (contentType === null) return false;
  if (contentType === "application/json") return true;
  const [type, ...parameters] = splitOutsideQuotes(contentType.toLowerCase(), ";");
  if (type?.trim() !== "application/json") return false;
  for (const parameter of parameters) {
    const [name, value = ""] = parameter.split("=");
    if (name?.trim() !== "charset") continue;
    const charset = value.trim().replaceAll('"', "");
    if (charset !== "utf-8" && charset !== "utf8") return false;
  }
  return true;
}

async function receive(request: Request, length: string | null, bytesMax: number): Promise<BodyResult> {
  if (length !== null) {
    if (Number(length) > bytesMax) return refused.size;
    return { ok: true, bytes: await request.bytes() };
  }
  return request.body === null
    ? { ok: true, bytes: new Uint8Array(0) }
    : receiveStream(request.body, bytesMax);
}

/** A chunked body says nothing about its length, so it is counted as it comes. */
async function receiveStream(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<BodyResult> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return refused.size;
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks, bytes) };
}

async function inflateWithin(bytes: Uint8Array, decode: Inflate, bytesMax: number): Promise<BodyResult> {
  try {
    return { ok: true, bytes: await decode(bytes, { maxOutputLength: bytesMax }) };
  } catch (error) {
    const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return tooLarge ? refused.size : refused.content;
  }
}

async function inflateWholeZstd(
  bytes: Uint8Array,
  options: { maxOutputLength: number },
): Promise<Uint8Array> {
  if (!areWholeZstdFrames(bytes)) throw new Error("The zstd body is cut off.");
  return promisify(zstdDecompress)(bytes, options);
}

/** "deflate" means zlib by the standard, and a bare stream by the habit of many clients: the first byte tells. */
function inflateEitherWay(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array> {
  const isZlib = bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && (bytes[0]! * 256 + bytes[1]!) % 31 === 0;
  return promisify(isZlib ? inflate : inflateRaw)(bytes, options) as Promise<Uint8Array>;
}
