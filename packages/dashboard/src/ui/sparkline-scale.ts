/**
 * The scale of a sparkline, which has no axis to show it. Counts start at zero, so twice as high is twice as many.
 * Measured values would be a flat line at the top if they started at zero, so the scale follows their range. It never
 * follows it so closely that the noise of a steady sensor looks large.
 */
export interface SparklineScale {
  readonly low: number;
  readonly span: number;
}

/** The least height, as a share of the value. At 21 °C, a change of about half a degree fills the height. */
const leastShare = 0.03;
/**
 * The least height, in steps of the last shown digit. Changes that the number beside the curve hardly shows stay small.
 */
const leastSteps = 10;

export function countScale(values: readonly number[]): SparklineScale {
  return { low: 0, span: Math.max(1, ...values) };
}

export function valueScale(values: readonly number[], decimals: number | null): SparklineScale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const leastSpan = Math.max(
    Math.max(Math.abs(low), Math.abs(high)) * leastShare,
    decimals === null ? 0 : leastSteps * 10 ** -decimals,
  );
  const span = Math.max(high - low, leastSpan);
  return { low: (low + high - span) / 2, span };
}
