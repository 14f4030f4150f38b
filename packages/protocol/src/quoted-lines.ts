const lineFeed = 0x0a;
const quote = 0x22;

/**
 * Finds out which lines of a CSV text end within quotes. A quote opens a field only at its start; elsewhere it is an ordinary
 * character. Every line is read at most twice, however many records are asked about, if they are asked about in order.
 */
export class QuotedLines {
  readonly #bytes: Uint8Array;
  readonly #delimiter: number;
  /** Whether the text ends here, so that its last line needs no line break. */
  readonly #isEnd: boolean;
  /** The last search for a closing line: where it began, and which line it found. */
  #searched = { from: Number.POSITIVE_INFINITY, start: -1, end: -1 };

  constructor(bytes: Uint8Array, delimiter: number, isEnd: boolean) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#isEnd = isEnd;
  }

  /** Returns whether a record that starts with this line continues in the next. */
  isOpen(start: number, end: number): boolean {
    return this.#endsInQuotes(start, end, false);
  }

  /** Returns the end of the first line, from the one at `from` on, that closes quotes which are open before it; null if none does. */
  closing(from: number): number | null {
    const { from: searchedFrom, start } = this.#searched;
    if (from < searchedFrom || from > start) this.#searched = { from, ...this.#search(from) };
    const { end } = this.#searched;
    return end === Number.POSITIVE_INFINITY ? null : end;
  }

  #search(from: number): { readonly start: number; readonly end: number } {
    const bytes = this.#bytes;
    for (let start = from; start < bytes.length; ) {
      const feed = bytes.indexOf(lineFeed, start);
      if (feed < 0 && !this.#isEnd) break;
      const end = feed < 0 ? bytes.length : feed;
      if (!this.#endsInQuotes(start, end, true)) return { start, end };
      start = end + 1;
    }
    return { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  }

  #endsInQuotes(start: number, end: number, isInQuotes: boolean): boolean {
    const bytes = this.#bytes;
    const first = bytes.subarray(start, end).indexOf(quote);
    if (first < 0) return isInQuotes;
    let inQuotes = isInQuotes;
    for (let at = start + first; at < end; at++) {
      if (bytes[at] !== quote) continue;
      if (!inQuotes) inQuotes = at === start || bytes[at - 1] === this.#delimiter;
      else if (at + 1 < end && bytes[at + 1] === quote) at++;
      else inQuotes = false;
    }
    return inQuotes;
  }
}
