/**
 * The head of an HTTP/1.1 request (RFC 9112), read strictly: where two readers could disagree on where a request ends,
 * one of them can be made to take a body for a request, so whatever is ambiguous is refused.
 */
export interface RequestHead {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: BodyFraming;
  readonly version: "HTTP/1.1" | "HTTP/1.0";
  readonly keepAlive: boolean;
  readonly expectsContinue: boolean;
}

/** By lower-case name; of repeated headers all values, joined by commas. */
export interface RequestHeaders {
  get(name: string): string | null;
}

export type BodyFraming = { kind: "none" } | { kind: "length"; bytes: number } | { kind: "chunked" };

/** The status that refuses a head. */
export type HeadRefusal = 400 | 417 | 501 | 505;
export type HeadResult = { ok: true; head: RequestHead } | { ok: false; status: HeadRefusal };

const malformed: HeadResult = { ok: false, status: 400 };

/** `text` is everything before the empty line, one character a byte. */
export function parseHead(text: string): HeadResult {
  const lines = text.split("\r\n");
  const [method, target, version, ...rest] = lines[0]!.split(" ");
  if (method === undefined || target === undefined || version === undefined || rest.length > 0)
    return malformed;
  if (!isToken(method) || !isVisible(target)) return malformed;
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") {
    return /^HTTP\/\d\.\d$/.test(version) ? { ok: false, status: 505 } : malformed;
  }
  const path = pathOf(target);
  const headers = parseHeaders(lines);
  if (path === null || headers === null) return malformed;
  const isModern = version === "HTTP/1.1";
  const host = headers.get("host");
  if (host === null ? isModern : !isHost(host)) return malformed;
  const body = framing(headers, isModern);
  if (typeof body === "number") return { ok: false, status: body };
  const expect = headers.get("expect");
  if (expect !== null && expect.toLowerCase() !== "100-continue") return { ok: false, status: 417 };
  return {
    ok: true,
    head: {
      method,
      target: path,
      headers,
      body,
      version,
      keepAlive: isKeptAlive(headers.get("connection"), isModern),
      expectsContinue: expect !== null && isModern,
    },
  };
}

class HeaderFields implements RequestHeaders {
  readonly #values = new Map<string, string>();

  add(name: string, value: string): void {
    const former = this.#values.get(name);
    this.#values.set(name, former === undefined ? value : `${former}, ${value}`);
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }
}

function parseHeaders(lines: readonly string[]): HeaderFields | null {
  const headers = new HeaderFields();
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    if (!isFieldLine(line)) return null;
    const colon = line.indexOf(":");
    headers.add(line.slice(0, colon).toLowerCase(), trimBlanks(line, colon + 1));
  }
  return headers;
}

/** A name, a colon right behind it, and a value; a line that goes on from the one before is none. */
export function isFieldLine(line: string): boolean {
  const colon = line.indexOf(":");
  return colon > 0 && isToken(line.slice(0, colon)) && isFieldText(line);
}

/** How long the body is, or the status that refuses it. */
function framing(headers: RequestHeaders, isModern: boolean): BodyFraming | 400 | 501 {
  const length = headers.get("content-length");
  const coding = headers.get("transfer-encoding");
  if (coding !== null) {
    if (length !== null || !isModern) return 400;
    return coding.toLowerCase() === "chunked" ? { kind: "chunked" } : 501;
  }
  if (length === null) return { kind: "none" };
  if (!isDigits(length) || length.length > 15) return 400;
  const bytes = Number(length);
  return bytes === 0 ? { kind: "none" } : { kind: "length", bytes };
}

function isKeptAlive(connection: string | null, isModern: boolean): boolean {
  if (connection === null) return isModern;
  const options = connection
    .toLowerCase()
    .split(",")
    .map((option) => option.trim());
  return !options.includes("close") && (isModern || options.includes("keep-alive"));
}

/** A proxy may send the whole URL; its path is what is asked for. */
function pathOf(target: string): string | null {
  if (target.startsWith("/")) return target;
  const url = /^https?:\/\/[^/?#]+(.*)$/i.exec(target);
  if (url === null) return null;
  const path = url[1]!;
  return path.startsWith("/") ? path : `/${path}`;
}

/** A host that was sent twice is joined by a comma and a space, which no host has. */
function isHost(host: string): boolean {
  return /^[\w.~!$&'()*+;=%:[\]-]*$/.test(host);
}

function trimBlanks(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start++;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text !== "";
}

function isVisible(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x20 || code === 0x7f) return false;
  }
  return text !== "";
}

/** Without control characters: a lone line feed or a NUL is where readers begin to disagree. */
export function isFieldText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false;
  }
  return true;
}

/** 1 for each character code that a token may have. */
const tokenCodes = new Uint8Array(256);
const tokenCharacters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
for (let i = 0; i < tokenCharacters.length; i++) tokenCodes[tokenCharacters.charCodeAt(i)] = 1;

function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (tokenCodes[text.charCodeAt(i)] !== 1) return false;
  return text !== "";
}
