/**
 * What a sparkline's height stands for. There is no axis that would tell how much is much, so the scale has to be honest.
 * Counts begin at zero: twice as high is twice as many. Measured values have no such ground, and would be a flat line at
 * the top if they began there; they are scaled to what they do, but never so closely that the noise of a steady sensor
 * looks like a storm.
 */
export interface SparklineScale {
  readonly low: number;
  readonly span: number;
}

/** Of a value's size. A room at 21 °C fills the height when it changes by half a degree or so, not by a hundredth. */
const leastShare = 0.03;
/** Steps of the last digit that is shown. What the number beside the curve hardly shows is no storm. */
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
