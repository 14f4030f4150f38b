/** The relevant part of an answer: its status, and the headers that delivery looks at. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name; if a header is repeated, the first counts. */
  readonly headers: ReadonlyMap<string, string>;
}

const statusLine = /^HTTP\/1\.[01] ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
/** Spaces before the value are part of it here: two parts that both match spaces would take quadratic time to fail. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/** Reads the lines before the empty one. Returns null if they are not HTTP/1. */
export function parseAnswerHead(text: string): AnswerHead | null {
  const [first = "", ...lines] = text.split("\r\n");
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value.trim());
  }
  return { status: Number(status), headers };
}
