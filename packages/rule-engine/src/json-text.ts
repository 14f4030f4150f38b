/**
 * Walks through JSON text that a parser has accepted, without parsing it: metadata is kept as the text that was sent, because a
 * number such as 12345678901234567890 or 1e400 does not survive as a double. Nothing here checks the text; for text that is not
 * JSON the results are meaningless.
 */
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Returns the next index that is not white space. */
export function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= space) at++;
  return at;
}

/** Returns the index after the value that starts here. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start);
  return first === openBrace || first === openBracket ? endOfNested(text, start) : endOfScalar(text, start);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return text.length;
}

/** How much white space `endOfNested` has met since this was last set to 0. */
let nestedSpaces = 0;

/** Counts levels instead of recursing, so that no depth of nesting overflows the stack. */
function endOfNested(text: string, start: number): number {
  let levels = 0;
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    at++;
    if (code <= space) nestedSpaces++;
    if (code === openBrace || code === openBracket) levels++;
    else if ((code === closeBrace || code === closeBracket) && --levels === 0) return at;
  }
  return text.length;
}

function endOfScalar(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= space || code === comma || code === closeBrace || code === closeBracket) return at;
  }
  return text.length;
}

/**
 * Returns the index of the next item or member; null at the end of its array or object. `end` is the end of the previous one.
 */
export function startOfNext(text: string, end: number): number | null {
  const at = skipSpace(text, end);
  return text.charCodeAt(at) === comma ? skipSpace(text, at + 1) : null;
}

/** Returns the index of the first item or member of the array or object that starts here; null if it is empty. */
export function startOfFirst(text: string, start: number): number | null {
  const at = skipSpace(text, start + 1);
  const code = text.charCodeAt(at);
  return code === closeBrace || code === closeBracket ? null : at;
}

/** The places of the parts of one member; overwritten by each `readMember`. */
export interface MemberPlace {
  keyEnd: number;
  valueStart: number;
  valueEnd: number;
  /** Whether it certainly has no white space outside of strings. */
  isDense: boolean;
}

export function readMember(text: string, start: number, place: MemberPlace): void {
  place.keyEnd = endOfString(text, start);
  place.valueStart = skipSpace(text, skipSpace(text, place.keyEnd) + 1);
  nestedSpaces = 0;
  place.valueEnd = endOfValue(text, place.valueStart);
  place.isDense = place.valueStart === place.keyEnd + 1 && nestedSpaces === 0;
}

/** Returns the key that is written from `start` to `end`, in quotes. */
export function keyBetween(text: string, start: number, end: number): string {
  const keyText = text.slice(start, end);
  return keyText.includes("\\") ? (JSON.parse(keyText) as string) : keyText.slice(1, -1);
}

/** One member of an object. The texts have no white space outside of strings. */
export interface JsonMember {
  readonly key: string;
  /** The key as it was written, in its quotes. */
  readonly keyText: string;
  readonly valueText: string;
}

/**
 * Returns the members of the object that starts at `start`, in order. If a key is repeated, its last value takes the place of
 * the first.
 */
export function jsonMembers(text: string, start = 0): Map<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  const place: MemberPlace = { keyEnd: 0, valueStart: 0, valueEnd: 0, isDense: true };
  for (let at = startOfFirst(text, start); at !== null; at = startOfNext(text, place.valueEnd)) {
    readMember(text, at, place);
    const { keyEnd, valueStart, valueEnd } = place;
    const key = keyBetween(text, at, keyEnd);
    const valueText = compactJson(text, valueStart, valueEnd);
    members.set(key, { key, keyText: text.slice(at, keyEnd), valueText });
  }
  return members;
}

/** Returns the value from `start` to `end` without white space outside of strings. */
export function compactJson(text: string, start = 0, end = text.length): string {
  let compact = "";
  let from = start;
  for (let at = start; at < end; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code > space) {
      at++;
    } else {
      compact += text.slice(from, at);
      at = skipSpace(text, at);
      from = at;
    }
  }
  return compact + text.slice(from, end);
}
