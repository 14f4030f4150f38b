import type { ImportFormat } from "@weir/protocol/closed-sets";
/** The maximum size of one record (a line, or a CSV record with line breaks in quotes). */
export const recordBytesMax = 64 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const comma = 0x2c;

export interface SplitState {
  /** The start of a record whose end has not arrived yet. */
  readonly carry: Uint8Array;
  /** Whether the rest of a line that was too long still has to be skipped. */
  readonly skipping: boolean;
  /** The number of complete lines before. */
  readonly lines: number;
}

export interface SplitRecord {
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Without its line break; null if it was too long. */
  readonly bytes: Uint8Array | null;
}

/**
 * Finds the records in a file that arrives in pieces, cut anywhere. The result depends only on the bytes, never on
 * where they were cut. A record that does not end within `recordBytesMax` is given up. In CSV only its first line is,
 * because an unclosed quote would otherwise swallow the good lines behind it.
 */
export class RecordSplitter {
  readonly #isCsv: boolean;
  #carry: Uint8Array;
  #skipping: boolean;
  #lines: number;

  constructor(format: ImportFormat, { carry, skipping, lines }: SplitState) {
    this.#isCsv = format === "csv";
    this.#carry = carry;
    this.#skipping = skipping;
    this.#lines = lines;
  }

  get state(): SplitState {
    return { carry: this.#carry, skipping: this.#skipping, lines: this.#lines };
  }

  /** With `isEnd`, the rest counts as a record, too. */
  push(piece: Uint8Array, isEnd = false): SplitRecord[] {
    const records: SplitRecord[] = [];
    const bytes = this.#carry.length === 0 ? piece : Buffer.concat([this.#carry, piece]);
    let start = 0;
    for (;;) {
      if (this.#skipping) {
        const end = bytes.indexOf(lineFeed, start);
        if (end < 0) {
          start = bytes.length;
          break;
        }
        this.#skipping = false;
        this.#lines++;
        start = end + 1;
      }
      const end = this.#endOf(bytes, start);
      const isTooLong = (end < 0 ? bytes.length : end) - start > recordBytesMax;
      const isCutByEnd = end < 0 && isEnd && start < bytes.length;
      if (isTooLong || (isCutByEnd && this.#hasLines(bytes, start))) {
        start = this.#giveUpLine(bytes, start, records);
      } else if (end >= 0) {
        start = this.#take(bytes, start, end, records) + 1;
      } else {
        if (isCutByEnd) start = this.#take(bytes, start, bytes.length, records);
        break;
      }
    }
    // A copy, because the piece it came in is large and may be reused.
    this.#carry = bytes.slice(start);
    return records;
  }

  #take(bytes: Uint8Array, start: number, end: number, records: SplitRecord[]): number {
    const textEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
    if (textEnd > start) records.push({ line: this.#lines + 1, bytes: bytes.subarray(start, textEnd) });
    for (let at = start; at >= 0 && at <= end; at++) {
      at = bytes.indexOf(lineFeed, at);
      if (at < 0 || at > end) break;
      this.#lines++;
    }
    if (end === bytes.length) this.#lines++;
    return end;
  }

  /** Skips one line to its end, or as far as it has arrived. */
  #giveUpLine(bytes: Uint8Array, start: number, records: SplitRecord[]): number {
    records.push({ line: this.#lines + 1, bytes: null });
    const end = bytes.indexOf(lineFeed, start);
    if (end < 0) {
      this.#skipping = true;
      return bytes.length;
    }
    this.#lines++;
    return end + 1;
  }

  #hasLines(bytes: Uint8Array, start: number): boolean {
    return bytes.indexOf(lineFeed, start) >= 0;
  }

  /** The index of the record's line break; -1 if it has not arrived yet. */
  #endOf(bytes: Uint8Array, start: number): number {
    const end = bytes.indexOf(lineFeed, start);
    if (!this.#isCsv || end < 0) return end;
    const firstQuote = bytes.indexOf(quote, start);
    return firstQuote < 0 || firstQuote > end ? end : endOfQuoted(bytes, start);
  }
}

/** A quote opens a field only at its start. Elsewhere it is an ordinary character. */
function endOfQuoted(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + recordBytesMax + 1);
  let isFieldStart = true;
  let inQuotes = false;
  for (let at = start; at < limit; at++) {
    const byte = bytes[at];
    if (inQuotes) {
      if (byte !== quote) continue;
      if (bytes[at + 1] === quote) at++;
      else inQuotes = false;
    } else if (byte === lineFeed) {
      return at;
    } else if (byte === quote && isFieldStart) {
      inQuotes = true;
      isFieldStart = false;
    } else {
      isFieldStart = byte === comma;
    }
  }
  return -1;
}
