/** Counts strings in characters, as CEL does, not in UTF-16 units: so an index never lies inside an emoji. */
export function characterCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += widthAt(text, index)) count += 1;
  return count;
}

/** Returns the part from one index (inclusive) to another (exclusive); null if the range is invalid. */
export function characterRange(text: string, start: number, end: number | null): string | null {
  if (start < 0 || (end !== null && end < start)) return null;
  const from = indexOf(text, 0, start);
  if (from === null || end === null) return from === null ? null : text.slice(from);
  const to = indexOf(text, from, end - start);
  return to === null ? null : text.slice(from, to);
}

/** Converts an index in the string to an index in characters; -1 means not found. */
export function characterIndex(text: string, index: number): number {
  return index <= 0 ? index : characterCount(text.slice(0, index));
}

/** Returns the index that is this many characters further; null if the string ends before. */
function indexOf(text: string, from: number, characters: number): number | null {
  let index = from;
  for (let left = characters; left > 0; left -= 1) {
    if (index >= text.length) return null;
    index += widthAt(text, index);
  }
  return index;
}

function widthAt(text: string, index: number): 1 | 2 {
  const code = text.charCodeAt(index);
  if (code < 0xd800 || code > 0xdbff) return 1;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
