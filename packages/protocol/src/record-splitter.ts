import { QuotedLines } from "./quoted-lines.ts";

/** The maximum size of one record (a line, or a CSV record with line breaks in quotes). */
export const recordBytesMax = 64 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface SplitState {
  /** The start of a record whose end has not arrived yet. */
  readonly carry: Uint8Array;
  /** Whether the rest of a line that was too long still has to be skipped. */
  readonly skipping: boolean;
  /** The number of complete lines before. */
  readonly lines: number;
}

export const startOfFile: SplitState = { carry: new Uint8Array(0), skipping: false, lines: 0 };

export interface SplitRecord {
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Without its line break; null if it was too long, or a quote in it was not closed. */
  readonly bytes: Uint8Array | null;
}

/**
 * Finds the records in a file that arrives in pieces, cut anywhere. Line breaks, quotes and the delimiter must be single bytes, as
 * in UTF-8. The result depends only on the bytes, never on where they were cut. Empty lines are no records. A record that does
 * not end within `recordBytesMax` is given up. In CSV only its first line is, because an unclosed quote would otherwise swallow
 * the good lines behind it.
 *
 * Every byte is read a fixed number of times, whatever the file contains.
 */
export class RecordSplitter {
  /** Null for NDJSON, where quotes never hide a line break. */
  readonly #delimiter: number | null;
  #carry: Uint8Array;
  #skipping: boolean;
  #lines: number;
  #passedBytes: number;

  constructor(delimiter: string | null, { carry, skipping, lines }: SplitState = startOfFile) {
    this.#delimiter = delimiter === null ? null : delimiter.charCodeAt(0);
    this.#carry = carry;
    this.#skipping = skipping;
    this.#lines = lines;
    this.#passedBytes = -carry.length;
  }

  /** Valid when all records of the last piece were taken. */
  get state(): SplitState {
    return { carry: this.#carry, skipping: this.#skipping, lines: this.#lines };
  }

  /** How many lines there were up to and including the last record, and how many bytes of the pieces. */
  get passed(): { readonly lines: number; readonly bytes: number } {
    return { lines: this.#lines, bytes: this.#passedBytes };
  }

  /** Yields the records that end in this piece. With `isEnd`, the rest counts as a record, too. */
  *push(piece: Uint8Array, isEnd = false): Generator<SplitRecord> {
    const bytes = this.#carry.length === 0 ? piece : joined(this.#carry, piece);
    const passedBefore = this.#passedBytes;
    const quoted = this.#delimiter === null ? null : new QuotedLines(bytes, this.#delimiter, isEnd);
    let start = 0;
    while (start < bytes.length) {
      const blank = this.#skipping ? 0 : blankLineAt(bytes, start);
      if (blank > 0) {
        start += blank;
        this.#lines++;
        continue;
      }
      const feed = bytes.indexOf(lineFeed, start);
      const lineEnd = feed < 0 ? bytes.length : feed;
      const isWholeLine = feed >= 0 || isEnd;
      const end = isWholeLine && !this.#skipping ? endOf(bytes, start, lineEnd, quoted) : null;
      const isTooLong = (end ?? bytes.length) - start > recordBytesMax;
      const isGivenUp = isTooLong || (end === null && isEnd);
      if (end === null && !isGivenUp && !this.#skipping) break;
      let record: SplitRecord | null = null;
      if (this.#skipping || isGivenUp) {
        if (!this.#skipping) record = { line: this.#lines + 1, bytes: null };
        this.#skipping = feed < 0;
        if (feed >= 0) this.#lines++;
        start = Math.min(lineEnd + 1, bytes.length);
      } else {
        record = recordAt(bytes, start, end!, this.#lines + 1);
        this.#lines += end === lineEnd ? 1 : linesIn(bytes, start, end!);
        start = Math.min(end! + 1, bytes.length);
      }
      this.#passedBytes = passedBefore + start;
      if (record !== null) yield record;
    }
    // A copy, because the piece it came in is large and may be reused.
    this.#carry = bytes.slice(start);
    this.#passedBytes = passedBefore + start;
  }
}

/** The size of the empty line at this place; 0 if there is none. A file can have millions of them. */
function blankLineAt(bytes: Uint8Array, start: number): number {
  if (bytes[start] === lineFeed) return 1;
  return bytes[start] === carriageReturn && bytes[start + 1] === lineFeed ? 2 : 0;
}

/** The end of the record that begins with this line; null if its quotes are not closed, as far as is known. */
function endOf(bytes: Uint8Array, start: number, lineEnd: number, quoted: QuotedLines | null): number | null {
  // A last line with an open quote is a record, so that whoever reads its fields says what is wrong with it.
  if (quoted === null || lineEnd === bytes.length || !quoted.isOpen(start, lineEnd)) return lineEnd;
  return quoted.closing(lineEnd + 1);
}

function recordAt(bytes: Uint8Array, start: number, end: number, line: number): SplitRecord | null {
  const textEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return textEnd > start ? { line, bytes: bytes.subarray(start, textEnd) } : null;
}

function linesIn(bytes: Uint8Array, start: number, end: number): number {
  let lines = 1;
  for (let at = start; at < end; at++) if (bytes[at] === lineFeed) lines++;
  return lines;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
