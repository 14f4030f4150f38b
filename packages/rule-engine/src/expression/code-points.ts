/**
 * Strings count in characters, as CEL has it, not in the halves that JavaScript makes of an emoji: so an index never
 * lies inside a character.
 */
export function characterCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += widthAt(text, index)) count += 1;
  return count;
}

/** The part from an index up to before another; null where that is no part of the string. */
export function characterRange(text: string, start: number, end: number | null): string | null {
  if (start < 0 || (end !== null && end < start)) return null;
  const from = indexOf(text, 0, start);
  if (from === null || end === null) return from === null ? null : text.slice(from);
  const to = indexOf(text, from, end - start);
  return to === null ? null : text.slice(from, to);
}

/** The index in characters of an index in the string, where -1 means nowhere. */
export function characterIndex(text: string, index: number): number {
  return index <= 0 ? index : characterCount(text.slice(0, index));
}

/** Where the string is so many characters on; null where it ends before. */
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
