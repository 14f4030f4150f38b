/**
 * Constants of numbers that both parsers of plain bodies share: plain-readings.ts, and dense-entries.ts for the most common
 * form.
 */

const zero = 0x30;

/** Numbers of up to this many digits are exact in a double, and so is the power of ten they are divided by. */
export const exactDigitsMax = 15;
export const powersOfTen = Array.from({ length: exactDigitsMax + 1 }, (_, exponent) => 10 ** exponent);

/** Larger than any limit, even when added to other digits, so that the check of the limit refuses it. */
export const notTwoDigits = 100_000_000;

export function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - zero;
  const ones = bytes[at + 1]! - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : notTwoDigits;
}
