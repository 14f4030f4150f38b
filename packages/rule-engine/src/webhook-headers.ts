import type { HeaderText } from "./message.ts";

/** Names that delivery sets itself, or that would change how the request is parsed. Lower case. */
export const reservedHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "idempotency-key",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

const refusedBeginnings = ["webhook-", "proxy-"];

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

export function headerNameProblem(name: string): string | null {
  if (!token.test(name)) return "must be the name of an HTTP header";
  const lower = name.toLowerCase();
  const isTaken =
    reservedHeaders.has(lower) || refusedBeginnings.some((beginning) => lower.startsWith(beginning));
  return isTaken ? `must not be "${name}", which chains cannot set` : null;
}

/** The limit for all headers of a message together, as sent. */
export const headerBytesMax = 8192;

/** Without the secrets in them, which only delivery knows. */
export function headerBytes(headers: Readonly<Record<string, HeaderText>>): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    bytes += `${name}: \r\n`.length;
    for (const part of typeof value === "string" ? [value] : value) {
      if (typeof part === "string") bytes += part.length;
    }
  }
  return bytes;
}

/**
 * Returns the text in a form that a header can carry: printable ASCII stays, any other character is percent-encoded as UTF-8.
 * So neither a device nor a name can end the header or make the request impossible to send.
 */
export function headerValue(text: string): string {
  let value = "";
  let from = 0;
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    const length = point > 0xffff ? 2 : 1;
    if (point < 0x20 || point > 0x7e) {
      value += text.slice(from, index) + encodeURIComponent(text.slice(index, index + length));
      from = index + length;
    }
    index += length;
  }
  return from === 0 ? text : value + text.slice(from);
}
