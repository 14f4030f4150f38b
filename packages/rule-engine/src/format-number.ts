/** Every decimal number with this many digits survives the conversion to a double and back. */
const digitsKept = 15;
const digitsOfOthers = 12;

/**
 * Formats a number for people. A number of up to 15 digits, and any whole one, is written exactly. A longer fraction results
 * from arithmetic, and its last digits are rounding noise of binary numbers, so it is rounded.
 */
export function formatNumber(value: number): string {
  const text = String(value);
  if (text.length <= digitsKept || Number.isInteger(value)) return text;
  if (Number(value.toPrecision(digitsKept)) === value) return text;
  return String(Number(value.toPrecision(digitsOfOthers)));
}
