/** Every decimal number of so many digits comes out of a double as it went in. */
const digitsKept = 15;
const digitsOfOthers = 12;

/**
 * How Weir writes a number into a text for people. One of up to 15 digits, and any whole one, is written as it is. A
 * longer fraction is one that arithmetic made, and its last digits are the noise of binary numbers: it is rounded.
 */
export function formatNumber(value: number): string {
  const text = String(value);
  if (text.length <= digitsKept || Number.isInteger(value)) return text;
  if (Number(value.toPrecision(digitsKept)) === value) return text;
  return String(Number(value.toPrecision(digitsOfOthers)));
}
