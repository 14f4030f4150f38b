import { HeadCache } from "./head-cache.ts";
import type { HeadRefusal, RequestHead } from "./request-head.ts";

const headBytesMax = 16 * 1024;
const knownHeads = new HeadCache();

/** Finds the heads of one connection's requests. */
export class HeadReceiver {
  /** How far the bytes are used up: behind the head when it is done, up to where it begins when more has to come. */
  consumed = 0;
  #head: RequestHead | null = null;
  #text = "";

  /** The last head that was done. */
  get head(): RequestHead {
    return this.#head!;
  }

  /** "none" when no head has begun; a number is the status that refuses what came. */
  push(bytes: Buffer, from: number): "none" | "more" | "done" | HeadRefusal | 431 {
    const start = skipEmptyLines(bytes, from);
    this.consumed = start;
    if (start === bytes.length) return "none";
    const end = bytes.indexOf("\r\n\r\n", start, "latin1");
    if ((end < 0 ? bytes.length : end) - start > headBytesMax) return 431;
    if (end < 0) return "more";
    this.consumed = end + 4;
    const text = bytes.toString("latin1", start, end);
    if (text === this.#text) return "done";
    const parsed = knownHeads.parse(text);
    if (!parsed.ok) return parsed.status;
    this.#text = text;
    this.#head = parsed.head;
    return "done";
  }
}

/** Some clients send an empty line behind a body; before a request it means nothing (RFC 9112, 2.2). */
function skipEmptyLines(bytes: Buffer, from: number): number {
  let start = from;
  while (bytes[start] === 0x0d && bytes[start + 1] === 0x0a) start += 2;
  return start;
}
