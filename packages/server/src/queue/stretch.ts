/**
 * Readings of one sensor, each under the time that the device sent. They are in `doubles` from index `start` on: value,
 * time, value, time.
 */
export interface DenseReadings {
  readonly doubles: Float64Array;
  readonly start: number;
  readonly readings: number;
}

/** Dense readings in strict order of time and then value. */
export interface Stretch extends DenseReadings {}

/** Counts how many readings, from the first on, are each later than the one before. */
export function countAscending({ doubles, start, readings }: DenseReadings): number {
  let nth = 1;
  while (nth < readings && doubles[start + nth * 2 + 1]! > doubles[start + nth * 2 - 1]!) nth++;
  return nth;
}

/** Returns the first and the last time of readings in any order. */
export function spanOf({ doubles, start, readings }: DenseReadings): { fromUs: number; toUs: number } {
  let fromUs = Number.POSITIVE_INFINITY;
  let toUs = Number.NEGATIVE_INFINITY;
  for (let nth = 0; nth < readings; nth++) {
    const us = doubles[start + nth * 2 + 1]!;
    if (us < fromUs) fromUs = us;
    if (us > toUs) toUs = us;
  }
  return { fromUs, toUs };
}
