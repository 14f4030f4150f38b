import { decimalsOf } from "../../format/number.ts";

const airShare = 0.08;
const flatShare = 0.05;
/** Values that differ by less are one value and the noise of binary numbers, and labels between them endless. */
const leastShare = 1e-13;
/** Below this numbers lose their digits, and whatever it is, it is as good as nothing. */
const smallest = 1e-290;

/** The range of an axis: some room above and below, and a flat line in the middle. */
export function axisRange(low: number, high: number): [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // What was only off, or only on, is most likely a switch.
  if (size < smallest || (low === 1 && high === 1)) return axisRange(0, 1);
  const isFlat = high - low <= size * leastShare;
  const air = isFlat ? size * flatShare : (high - low) * airShare;
  return [Math.max(-Number.MAX_VALUE, low - air), Math.min(Number.MAX_VALUE, high + air)];
}

/** Steps that people count in, times ten. */
const steps = [10, 20, 25, 50, 100];

/** Round values from `low` to `high`, about as many as there is room for. */
export function axisLines(low: number, high: number, linesMax: number): number[] {
  const leastStep = (high - low) / Math.max(1, linesMax);
  const exponent = Math.floor(Math.log10(leastStep)) - 1;
  const ofExponent = (whole: number) => Number(`${whole}e${exponent}`);
  const step = steps.find((whole) => ofExponent(whole) >= leastStep) ?? 100;
  const first = Math.ceil(low / ofExponent(step));
  const last = Math.floor(high / ofExponent(step));
  // Whole numbers until the end: adding up 0.1 would not give 0.3.
  return Array.from({ length: last - first + 1 }, (_, nth) => ofExponent((first + nth) * step));
}

/** Written out, labels are easier to compare; past this they are too wide. */
const writtenCharsMax = 8;

/** All with the same decimals, as many as the lines have: a label is its line's value, never one near to it. */
export function axisLabels(lines: readonly number[]): string[] {
  const decimals = Math.max(0, ...lines.map(decimalsOf));
  const exponents = lines.map((value) => (value === 0 ? "0" : value.toExponential().replace("e+", "e")));
  if (decimals > 20 || lines.some((value) => Math.abs(value) >= 1e21)) return exponents;
  const written = lines.map((value) => value.toFixed(decimals));
  const isWritten = widest(written) <= Math.max(writtenCharsMax, widest(exponents));
  return isWritten ? written : exponents;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
