/** The longest record, in characters: a line, or a CSV record with line breaks in quotes. */
export const recordCharsMax = 64 * 1024;

interface FileRecord {
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Without its line break; null if it was too long or a quote in it was not closed. */
  readonly text: string | null;
}

/**
 * Finds the records in the text of a file that comes in pieces, cut anywhere. The result depends only on the text,
 * never on where it was cut. A record that does not end within `recordCharsMax` is given up, but only its first line,
 * because an unclosed quote would otherwise swallow the good lines behind it.
 */
export class RecordSplitter {
  /** Null for NDJSON, where quotes never hide a line break. */
  readonly #delimiter: string | null;
  #carry = "";
  #lines = 0;
  #isSkipping = false;

  constructor(delimiter: string | null) {
    this.#delimiter = delimiter;
  }

  /** With `isEnd`, the rest is a record, too. */
  push(piece: string, isEnd = false): FileRecord[] {
    const text = this.#carry + piece;
    const records: FileRecord[] = [];
    let start = 0;
    while (start < text.length) {
      if (this.#isSkipping) {
        start = this.#skipLine(text, start);
        continue;
      }
      const end = this.#endOf(text, start);
      const isTooLong = (end < 0 ? text.length : end) - start > recordCharsMax;
      const isCutInQuotes = end < 0 && isEnd && text.includes("\n", start);
      if (isTooLong || isCutInQuotes) {
        records.push({ line: this.#lines + 1, text: null });
        this.#isSkipping = true;
      } else if (end >= 0) {
        this.#take(text.slice(start, end), records);
        start = end + 1;
      } else {
        if (!isEnd) break;
        this.#take(text.slice(start), records);
        start = text.length;
      }
    }
    this.#carry = text.slice(start);
    return records;
  }

  #take(record: string, records: FileRecord[]): void {
    const text = record.endsWith("\r") ? record.slice(0, -1) : record;
    if (text.trim() !== "") records.push({ line: this.#lines + 1, text });
    this.#lines++;
    for (let at = record.indexOf("\n"); at >= 0; at = record.indexOf("\n", at + 1)) this.#lines++;
  }

  #skipLine(text: string, start: number): number {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    this.#isSkipping = false;
    this.#lines++;
    return end + 1;
  }

  /** The index of the record's line break; -1 if it has not come yet. */
  #endOf(text: string, start: number): number {
    const end = text.indexOf("\n", start);
    if (this.#delimiter === null || end < 0) return end;
    const firstQuote = text.indexOf('"', start);
    return firstQuote < 0 || firstQuote > end ? end : endOfQuoted(text, start, this.#delimiter);
  }
}

/** A quote opens a field only at its start. Elsewhere it is an ordinary character. */
function endOfQuoted(text: string, start: number, delimiter: string): number {
  const limit = Math.min(text.length, start + recordCharsMax + 1);
  let isFieldStart = true;
  let isQuoted = false;
  for (let at = start; at < limit; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char !== '"') continue;
      if (text[at + 1] === '"') at++;
      else isQuoted = false;
    } else if (char === "\n") {
      return at;
    } else if (char === '"' && isFieldStart) {
      isQuoted = true;
      isFieldStart = false;
    } else {
      isFieldStart = char === delimiter;
    }
  }
  return -1;
}
