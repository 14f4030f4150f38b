import { HeadCache } from "./head-cache.ts";
import { type HeadRefusal, isFieldText, type RequestHead, refuseHeadLine } from "./request-head.ts";

const headBytesMax = 16 * 1024;
/** Empty lines that may come before a request. One is common after a body; a client that sends many is not an HTTP client. */
const emptyLineBytesMax = 64;
const knownHeads = new HeadCache();

/** The parts of a usual request's head that are needed when it is answered. */
const usualHead: RequestHead = {
  method: "POST",
  target: "",
  route: null,
  headers: { get: () => null, entries: () => [] },
  body: { kind: "none" },
  version: "HTTP/1.1",
  keepAlive: true,
  expectsContinue: false,
};

/** Finds the heads of one connection's requests. */
export class HeadReceiver {
  /** How far the bytes are consumed: the end of the head if it is complete, its beginning if more must come. */
  consumed = 0;
  #head: RequestHead | null = null;
  #text = "";
  /** Bytes of the empty lines since the last head. */
  #emptyLineBytes = 0;
  /** How many bytes of an unfinished head are whole lines that were checked. */
  #checkedBytes = 0;

  /** The last complete head. */
  get head(): RequestHead {
    return this.#head!;
  }

  /** The text of the last head, without its empty line. */
  get text(): string {
    return this.#text;
  }

  /** Called when a usual request was taken without a search for its head. */
  passOver(): void {
    this.#head = usualHead;
    this.#text = "";
    this.#emptyLineBytes = 0;
  }

  /** Returns "none" if no head has begun; a number is the status that refuses the bytes. */
  push(bytes: Buffer, from: number): "none" | "more" | "done" | HeadRefusal | LongHead {
    const start = skipEmptyLines(bytes, from);
    this.consumed = start;
    this.#emptyLineBytes += start - from;
    if (this.#emptyLineBytes > emptyLineBytesMax) return 400;
    if (start === bytes.length) return "none";
    const end = bytes.indexOf("\r\n\r\n", start, "latin1");
    if ((end < 0 ? bytes.length : end) - start > headBytesMax) return refuseLongHead(bytes, start);
    if (end < 0) return this.#refuseLines(bytes, start) ?? "more";
    this.#checkedBytes = 0;
    this.consumed = end + 4;
    this.#emptyLineBytes = 0;
    const text = bytes.toString("latin1", start, end);
    if (text === this.#text) return "done";
    const parsed = knownHeads.parse(text);
    if (!parsed.ok) return parsed.status;
    this.#text = text;
    this.#head = parsed.head;
    return "done";
  }

  /**
   * Checks new lines of an unfinished head, and returns the status that refuses one. A client that ends its lines with a bare
   * line feed would otherwise wait until its time is up, because it considers the head complete.
   */
  #refuseLines(bytes: Buffer, start: number): HeadRefusal | null {
    let lineStart = start + this.#checkedBytes;
    for (;;) {
      const lineEnd = bytes.indexOf("\r\n", lineStart, "latin1");
      const line = bytes.toString("latin1", lineStart, lineEnd < 0 ? bytes.length : lineEnd);
      if (lineEnd < 0) return isLineSoFar(line) ? null : 400;
      const refusal = refuseHeadLine(line, lineStart === start);
      if (refusal !== null) return refusal;
      lineStart = lineEnd + 2;
      this.#checkedBytes = lineStart - start;
    }
  }
}

type LongHead = 400 | 414 | 431 | 501;

/** Refuses by the part that is too long (RFC 9112, 3): the method, the target, or the fields that follow. */
function refuseLongHead(bytes: Buffer, start: number): LongHead {
  const line = bytes.toString("latin1", start, start + headBytesMax);
  if (line.includes("\r\n")) return 431;
  if (!isLineSoFar(line)) return 400;
  return line.includes(" ") ? 414 : 501;
}

/** The last character may be the first half of the line's end. */
function isLineSoFar(line: string): boolean {
  return isFieldText(line.endsWith("\r") ? line.slice(0, -1) : line);
}

/** Some clients send an empty line after a body; before a request it means nothing (RFC 9112, 2.2). */
function skipEmptyLines(bytes: Buffer, from: number): number {
  let start = from;
  while (bytes[start] === 0x0d && bytes[start + 1] === 0x0a) start += 2;
  return start;
}
