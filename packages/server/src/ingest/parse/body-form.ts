import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import type { BodyFraming, RequestHeaders } from "../http/request-head.ts";
import { splitOutsideQuotes } from "./split-outside-quotes.ts";
import { areWholeZstdFrames } from "./zstd-frames.ts";

/**
 * Step 6 of the order of checks: content type, encoding and size. `bodyForm` decides on the headers, before a byte of
 * the body is taken; `decodeBody` inflates what came, and never to more than the limit.
 */
export type BodyForm =
  | { ok: true; bytesMax: number; inflate: Inflate | null }
  | { ok: false; error: "unsupportedMediaType" | "payloadTooLarge" };

export type BodyResult =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; error: "payloadTooLarge" | "undecodable" };

export type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const decoders = new Map<string, Inflate>([
  ["gzip", promisify(gunzip) as Inflate],
  ["deflate", inflateEitherWay],
  ["br", promisify(brotliDecompress) as Inflate],
  ["zstd", inflateWholeZstd],
]);

/** Compressed data that does not compress is a little longer than what it holds. */
const encodedSlackBytes = 64 * 1024;

const tooLarge = { ok: false, error: "payloadTooLarge" } as const;
const unsupported = { ok: false, error: "unsupportedMediaType" } as const;

export function bodyForm(headers: RequestHeaders, framing: BodyFraming, bytesMax: number): BodyForm {
  if (!isJsonInUtf8(headers.get("content-type"))) return unsupported;
  const encoding = headers.get("content-encoding");
  const coding = encoding === null ? "identity" : encoding.trim().toLowerCase();
  const inflate = coding === "identity" ? null : decoders.get(coding);
  if (inflate === undefined) return unsupported;
  const receivedMax = inflate === null ? bytesMax : bytesMax + encodedSlackBytes;
  if (framing.kind === "length" && framing.bytes > receivedMax) return tooLarge;
  return { ok: true, bytesMax: receivedMax, inflate };
}

/** `received` is null when more came than the form allows. */
export async function decodeBody(
  received: Uint8Array | null,
  inflate: Inflate,
  bytesMax: number,
): Promise<BodyResult> {
  if (received === null) return tooLarge;
  try {
    // Inflating goes on after this returns, and the bytes belong to the connection.
    return { ok: true, bytes: await inflate(received.slice(), { maxOutputLength: bytesMax }) };
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? tooLarge : { ok: false, error: "undecodable" };
  }
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
