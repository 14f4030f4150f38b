import { HeadCache } from "./head-cache.ts";
import { type HeadRefusal, isFieldText, type RequestHead, refuseHeadLine } from "./request-head.ts";

const headBytesMax = 16 * 1024;
/** Empty lines that may come before a request. One is common behind a body; a client that sends many is none. */
const emptyLineBytesMax = 64;
const knownHeads = new HeadCache();

/** What is to know of the head of a usual request when it is answered. */
const usualHead: RequestHead = {
  ...{
    method: "POST",
    target: "",
    route: null,
    headers: { get: () => null, entries: () => [] },
    body: { kind: "none" },
  },
  ...{ version: "HTTP/1.1", keepAlive: true, expectsContinue: false },
};

/** Finds the heads of one connection's requests. */
export class HeadReceiver {
  /** How far the bytes are used up: behind the head when it is done, up to where it begins when more has to come. */
  consumed = 0;
  #head: RequestHead | null = null;
  #text = "";
  /** Of the empty lines since the last head. */
  #emptyLineBytes = 0;
  /** How many bytes of an unfinished head are whole lines that are in order. */
  #checkedBytes = 0;

  /** The last head that was done. */
  get head(): RequestHead {
    return this.#head!;
  }

  /** The head of the last request, without its empty line. */
  get text(): string {
    return this.#text;
  }

  /** A usual request was taken without looking for its head. */
  passOver(): void {
    this.#head = usualHead;
    this.#text = "";
    this.#emptyLineBytes = 0;
  }

  /** "none" when no head has begun; a number is the status that refuses what came. */
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
   * Looks at what came of a head whose end is missing, from where the last look ended, and returns the status that
   * refuses it. A client that ends its lines with a bare line feed would otherwise wait for an answer until its time is
   * up, because to it the head is complete.
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

/** By what is too long (RFC 9112, 3): the method, the target, or the fields that follow. */
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

/** Some clients send an empty line behind a body; before a request it means nothing (RFC 9112, 2.2). */
function skipEmptyLines(bytes: Buffer, from: number): number {
  let start = from;
  while (bytes[start] === 0x0d && bytes[start + 1] === 0x0a) start += 2;
  return start;
}
