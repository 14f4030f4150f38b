/**
 * The value of a missing digit. It exceeds every limit of a date or time, even that of a whole date read as the number
 * YYYYMMDD, and sums with it only grow. So the check of a number's upper limit refuses missing digits too. It is an integer,
 * not infinity, because arithmetic that has seen a fraction stays slow in the engine.
 */
export const notDigit = 100_000_000;

const zero = 0x30;

/** Returns the value of the ASCII digit at an index, which may be past the end. */
export function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - zero;
  return digit >= 0 && digit <= 9 ? digit : notDigit;
}

export function twoDigitsAt(text: string, at: number): number {
  return digitAt(text, at) * 10 + digitAt(text, at + 1);
}
