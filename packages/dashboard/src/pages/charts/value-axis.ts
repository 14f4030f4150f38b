import { localNumber } from "../../format/local-number.ts";
import { decimalsOf } from "../../format/number.ts";
import type { AxisEnds } from "./chart-look.ts";

const airShare = 0.08;
const flatShare = 0.05;
/**
 * Values that differ by less count as one value: the difference is floating-point noise, and labels would be endless.
 */
const leastShare = 1e-13;
/** Smaller numbers lose their digits, so they count as zero. */
const smallest = 1e-290;

/** The range of an axis: some room above and below, and a flat line in the middle. */
export function axisRange(low: number, high: number): [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Values that were only 0 or only 1 most likely come from a switch.
  if (size < smallest || (low === 1 && high === 1)) return axisRange(0, 1);
  const isFlat = high - low <= size * leastShare;
  const air = isFlat ? size * flatShare : (high - low) * airShare;
  return [Math.max(-Number.MAX_VALUE, low - air), Math.min(Number.MAX_VALUE, high + air)];
}

/** The range of an axis of which somebody has fixed an end. The other end still follows the values. */
export function fixedRange([low, high]: readonly [number, number], { min, max }: AxisEnds): [number, number] {
  const [from, to] = [min ?? low, max ?? high];
  if (from < to) return [from, to];
  const room = Math.max(Math.abs(from), Math.abs(to)) * flatShare || 1;
  return min === null ? [to - room, to] : [from, from + room];
}

/**
 * The lowest and highest value together with the limits near them. A limit that is farther away than the values lie apart
 * would squeeze the curves.
 */
export function withNearLimits(
  low: number,
  high: number,
  limits: readonly number[],
): [low: number, high: number] {
  const [bottom, top] = axisRange(low, high);
  const reach = top - bottom;
  const near = limits.filter((value) => value > low - reach && value < high + reach);
  return [Math.min(low, ...near), Math.max(high, ...near)];
}

/** Steps that people count in, times a power of ten. */
const steps = [10, 20, 25, 50, 100];

/** Round values from `low` to `high`, as many as there is room for. */
export function axisLines(low: number, high: number, linesMax: number): number[] {
  const leastStep = (high - low) / Math.max(1, linesMax);
  const exponent = Math.floor(Math.log10(leastStep)) - 1;
  const ofExponent = (whole: number) => Number(`${whole}e${exponent}`);
  const step = steps.find((whole) => ofExponent(whole) >= leastStep) ?? 100;
  const first = Math.ceil(low / ofExponent(step));
  const last = Math.floor(high / ofExponent(step));
  // Counts in whole numbers until the end, because adding 0.1 repeatedly does not give 0.3.
  return Array.from({ length: last - first + 1 }, (_, nth) => ofExponent((first + nth) * step));
}

/** Longer labels are too wide, although written-out numbers are easier to compare. */
const writtenCharsMax = 8;

/** All labels have the same decimals, as many as the lines need: a label is the exact value of its line. */
export function axisLabels(lines: readonly number[]): string[] {
  const decimals = Math.max(0, ...lines.map(decimalsOf));
  const exponents = lines.map((value) => (value === 0 ? "0" : value.toExponential().replace("e+", "e")));
  if (decimals > 20 || lines.some((value) => Math.abs(value) >= 1e21))
    return exponents.map((text) => localNumber(text));
  const written = lines.map((value) => value.toFixed(decimals));
  const isWritten = widest(written) <= Math.max(writtenCharsMax, widest(exponents));
  return (isWritten ? written : exponents).map((text) => localNumber(text));
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
