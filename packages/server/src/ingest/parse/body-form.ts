import { errorCode } from "../../platform/error-code.ts";
import type { BodyFraming, RequestHeaders } from "../http/request-head.ts";
import { splitOutsideQuotes } from "./split-outside-quotes.ts";
import { areWholeZstdFrames } from "./zstd-frames.ts";

/**
 * Checks content type, encoding and size. `bodyForm` decides by the headers, before a byte of the body is read; `decodeBody`
 * inflates the body, never beyond the limit.
 */
type BodyForm =
  | { ok: true; bytesMax: number; coding: string | null; inflate: Inflate | null }
  | { ok: false; error: "payloadTooLarge" }
  /** `taken` are the headers that name what would have been accepted. */
  | { ok: false; error: "unsupportedMediaType"; taken: Readonly<Record<string, string>> };

type BodyResult = { ok: true; bytes: Uint8Array } | { ok: false; error: "payloadTooLarge" | "undecodable" };

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const inflateGzip = inflatingAll("gunzip");

/** `x-gzip` is an older name of `gzip` (RFC 9110). */
const decoders = new Map<string, Inflate>([
  ["gzip", inflateGzip],
  ["x-gzip", inflateGzip],
  ["deflate", inflateEitherWay],
  ["br", inflatingAll("brotliDecompress")],
  ["zstd", inflateWholeZstd],
]);

/** Incompressible data gets slightly longer when it is compressed. */
const encodedSlackBytes = 64 * 1024;

const tooLarge = { ok: false, error: "payloadTooLarge" } as const;
const otherType = {
  ok: false,
  error: "unsupportedMediaType",
  taken: { Accept: "application/json" },
} as const;
const otherEncoding = {
  ok: false,
  error: "unsupportedMediaType",
  taken: { "Accept-Encoding": [...decoders.keys()].join(", ") },
} as const;

export function bodyForm(headers: RequestHeaders, framing: BodyFraming, bytesMax: number): BodyForm {
  if (!isJsonInUtf8(headers.get("content-type"))) return otherType;
  const encoding = headers.get("content-encoding");
  const coding = encoding === null ? "identity" : encoding.trim().toLowerCase();
  const inflate = coding === "identity" ? null : decoders.get(coding);
  if (inflate === undefined) return otherEncoding;
  const receivedMax = inflate === null ? bytesMax : bytesMax + encodedSlackBytes;
  if (framing.kind === "length" && framing.bytes > receivedMax) return tooLarge;
  return { ok: true, bytesMax: receivedMax, coding: inflate === null ? null : coding, inflate };
}

/** Returns the decoder of a coding that `bodyForm` has returned. */
export function inflateOf(coding: string): Inflate {
  return decoders.get(coding)!;
}

export async function decodeBody(
  received: Uint8Array,
  inflate: Inflate,
  bytesMax: number,
): Promise<BodyResult> {
  try {
    // Inflating continues after this returns, and the bytes belong to the connection. The slice of a Buffer is not a copy.
    return { ok: true, bytes: await inflate(new Uint8Array(received), { maxOutputLength: bytesMax }) };
  } catch (error) {
    const isTooLarge = errorCode(error) === "ERR_BUFFER_TOO_LARGE";
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

type Decompress = "brotliDecompress" | "gunzip" | "inflate" | "inflateRaw" | "zstdDecompress";
/** With `info` these functions also return the engine, which counts the bytes it has taken. Their types do not say so. */
type DecompressWithInfo = (
  bytes: Uint8Array,
  options: { maxOutputLength: number; info: true },
  callback: (error: Error | null, result: { buffer: Uint8Array; engine: { bytesWritten: number } }) => void,
) => void;

/** Most decoders stop at the end of the stream and ignore further bytes; here these are an error. */
function inflatingAll(decompress: Decompress): Inflate {
  return (bytes, { maxOutputLength }) =>
    new Promise((resolve, reject) => {
      // Loaded by the first compressed body, because the module takes megabytes.
      const zlib = process.getBuiltinModule("node:zlib");
      (zlib[decompress] as unknown as DecompressWithInfo)(
        bytes,
        { maxOutputLength, info: true },
        (error, result) => {
          if (error !== null) reject(error);
          else if (result.engine.bytesWritten !== bytes.length) reject(new Error(trailingBytes));
          else resolve(result.buffer);
        },
      );
    });
}

const trailingBytes = "There are bytes behind the end of the compressed stream.";

const inflateZstd = inflatingAll("zstdDecompress");
const inflateZlib = inflatingAll("inflate");
const inflateBare = inflatingAll("inflateRaw");

async function inflateWholeZstd(
  bytes: Uint8Array,
  options: { maxOutputLength: number },
): Promise<Uint8Array> {
  if (!areWholeZstdFrames(bytes)) throw new Error("The zstd body is cut off.");
  return inflateZstd(bytes, options);
}

/** "deflate" means zlib by the standard, but many clients send a bare stream: the first byte tells. */
function inflateEitherWay(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array> {
  const isZlib = bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && (bytes[0]! * 256 + bytes[1]!) % 31 === 0;
  return isZlib ? inflateZlib(bytes, options) : inflateBare(bytes, options);
}
