import { matchRoute, type Route } from "./route.ts";

/**
 * The head of an HTTP/1.1 request (RFC 9112), parsed strictly: if two parsers can disagree on where a request ends, one of them
 * can be made to read a body as a request, so everything ambiguous is refused.
 */
export interface RequestHead {
  readonly method: string;
  /** Path and query; `*` if an OPTIONS asks about the server as a whole. */
  readonly target: string;
  /**
   * The device endpoint that the target addresses; null for every other path. It is part of the head, because heads are
   * remembered.
   */
  readonly route: Route | null;
  readonly headers: ReceivedHeaders;
  readonly body: BodyFraming;
  readonly version: "HTTP/1.1" | "HTTP/1.0";
  readonly keepAlive: boolean;
  readonly expectsContinue: boolean;
}

/** Headers by lower-case name. The values of repeated headers are joined by commas. */
export interface RequestHeaders {
  get(name: string): string | null;
}

interface ReceivedHeaders extends RequestHeaders {
  /** All headers, to be passed on. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

export type BodyFraming = { kind: "none" } | { kind: "length"; bytes: number } | { kind: "chunked" };

/** The status that refuses a head. */
export type HeadRefusal = 400 | 417 | 501 | 505;
export type HeadResult = { ok: true; head: RequestHead } | { ok: false; status: HeadRefusal };

const refused: Record<HeadRefusal, HeadResult> = {
  400: { ok: false, status: 400 },
  417: { ok: false, status: 417 },
  501: { ok: false, status: 501 },
  505: { ok: false, status: 505 },
};

/** `text` is everything before the empty line, one character per byte. */
export function parseHead(text: string): HeadResult {
  const lines = text.split("\r\n");
  const requestLine = parseRequestLine(lines[0]!);
  if (typeof requestLine === "number") return refused[requestLine];
  const headers = parseHeaders(lines);
  if (headers === null) return refused[400];
  const { method, target, version } = requestLine;
  const isModern = version === "HTTP/1.1";
  const host = headers.get("host");
  if (host === null ? isModern : !isHost(host)) return refused[400];
  const body = framing(headers, isModern);
  if (typeof body === "number") return refused[body];
  const expect = headers.get("expect");
  if (expect !== null && expect.toLowerCase() !== "100-continue") return refused[417];
  return {
    ok: true,
    head: {
      method,
      target,
      route: matchRoute(target),
      headers,
      body,
      version,
      keepAlive: isKeptAlive(headers.get("connection"), isModern),
      expectsContinue: expect !== null && isModern,
    },
  };
}

/**
 * Returns the status that refuses one whole line of a head, or null. A client that sends no head at all is refused before an
 * empty line comes.
 */
export function refuseHeadLine(line: string, isFirst: boolean): HeadRefusal | null {
  if (!isFirst) return isFieldLine(line) ? null : 400;
  const requestLine = parseRequestLine(line);
  return typeof requestLine === "number" ? requestLine : null;
}

type RequestLine = Pick<RequestHead, "method" | "target" | "version">;

function parseRequestLine(line: string): RequestLine | 400 | 501 | 505 {
  const [method, target, versionText, ...rest] = line.split(" ");
  if (method === undefined || target === undefined || versionText === undefined || rest.length > 0)
    return 400;
  if (!isToken(method) || !isVisible(target)) return 400;
  const version = parseVersion(versionText);
  if (typeof version === "number") return version;
  // Asks for a tunnel to another server, which is not supported.
  if (method === "CONNECT") return isAuthority(target) ? 501 : 400;
  const path = pathOf(target, method);
  return path === null ? 400 : { method, target: path, version };
}

/** Clients of a later 1.x understand an answer in 1.1, and frame their requests alike (RFC 9110, 2.5). */
function parseVersion(text: string): RequestHead["version"] | 400 | 505 {
  if (text === "HTTP/1.1" || text === "HTTP/1.0") return text;
  if (!/^HTTP\/\d\.\d$/.test(text)) return 400;
  return text.startsWith("HTTP/1.") ? "HTTP/1.1" : 505;
}

class HeaderFields implements ReceivedHeaders {
  readonly #values = new Map<string, string>();

  add(name: string, value: string): void {
    const former = this.#values.get(name);
    this.#values.set(name, former === undefined ? value : `${former}, ${value}`);
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  entries(): Iterable<readonly [string, string]> {
    return this.#values;
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

/** Returns whether the line is a name, a colon right after it, and a value; a continuation of the line before is not. */
export function isFieldLine(line: string): boolean {
  const colon = line.indexOf(":");
  return colon > 0 && isToken(line.slice(0, colon)) && isFieldText(line);
}

/** Returns the length of the body, or the status that refuses it. */
function framing(headers: RequestHeaders, isModern: boolean): BodyFraming | 400 | 501 {
  const length = headers.get("content-length");
  const coding = headers.get("transfer-encoding");
  if (coding !== null) {
    if (length !== null || !isModern) return 400;
    return coding.toLowerCase() === "chunked" ? { kind: "chunked" } : refuseCodings(coding);
  }
  if (length === null) return { kind: "none" };
  if (!isDigits(length) || length.length > 15) return 400;
  const bytes = Number(length);
  return bytes === 0 ? { kind: "none" } : { kind: "length", bytes };
}

/**
 * Refuses codings other than one `chunked`. If the last is not `chunked`, it is unknown where the body ends (RFC 9112, 6.3);
 * the same holds for a malformed list, and for one with `chunked` twice.
 */
function refuseCodings(codings: string): 400 | 501 {
  const names = codings.split(",").map((coding) => trimBlanks(coding.toLowerCase(), 0));
  const isFramed = names.pop() === "chunked" && names.every((name) => isToken(name) && name !== "chunked");
  return isFramed ? 501 : 400;
}

function isKeptAlive(connection: string | null, isModern: boolean): boolean {
  if (connection === null) return isModern;
  const options = connection
    .toLowerCase()
    .split(",")
    .map((option) => option.trim());
  return !options.includes("close") && (isModern || options.includes("keep-alive"));
}

/** A proxy may send the whole URL; only its path matters. */
function pathOf(target: string, method: string): string | null {
  if (target.startsWith("/")) return target;
  const isOptions = method === "OPTIONS";
  if (target === "*" && isOptions) return target;
  const url = /^https?:\/\/[^/?#]+(.*)$/i.exec(target);
  if (url === null) return null;
  const path = url[1]!;
  // `OPTIONS *` in the form that is sent to a proxy (RFC 9112, 3.2.4).
  if (path === "" && isOptions) return "*";
  return path.startsWith("/") ? path : `/${path}`;
}

/** Returns whether the target is a host and a port. */
function isAuthority(target: string): boolean {
  const colon = target.lastIndexOf(":");
  return colon > 0 && isHost(target) && isDigits(target.slice(colon + 1));
}

/** The values of a repeated Host are joined by a comma and a space, which no host contains. */
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

/** Returns whether the text has no control characters: parsers disagree on a lone line feed or a NUL. */
export function isFieldText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false;
  }
  return true;
}

/** 1 for each character code that is allowed in a token. */
const tokenCodes = new Uint8Array(256);
const tokenCharacters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
for (let i = 0; i < tokenCharacters.length; i++) tokenCodes[tokenCharacters.charCodeAt(i)] = 1;

function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (tokenCodes[text.charCodeAt(i)] !== 1) return false;
  return text !== "";
}
