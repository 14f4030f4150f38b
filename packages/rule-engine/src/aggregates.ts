import { median } from "./median.ts";

export const aggregateNames = ["average", "min", "max", "median", "sum"] as const;
type AggregateName = (typeof aggregateNames)[number];

/** Computes one number from those at `start` (inclusive) to `end` (exclusive), at least one. Allocates nothing. */
type Aggregate = (values: Float64Array, start: number, end: number) => number;

export const aggregates: Readonly<Record<AggregateName, Aggregate>> = { average, min, max, median, sum };

/** Not finite if the sum is too large for a number. */
function sum(values: Float64Array, start: number, end: number): number {
  const total = sumOf(values, start, end, 1);
  return Number.isFinite(total) ? total : sumOf(values, start, end, smaller) / smaller;
}

function average(values: Float64Array, start: number, end: number): number {
  const count = end - start;
  const total = sumOf(values, start, end, 1);
  return Number.isFinite(total) ? total / count : sumOf(values, start, end, smaller) / count / smaller;
}

/**
 * Very large values may leave the range of numbers on the way to a result within it. Scaling by a power of two loses no digits.
 */
const smaller = 2 ** -12;

/** Sums with the rounding errors carried along (Neumaier), so that small numbers survive beside large ones. */
function sumOf(values: Float64Array, start: number, end: number, scale: number): number {
  let total = 0;
  let lost = 0;
  for (let index = start; index < end; index++) {
    const value = values[index]! * scale;
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

function min(values: Float64Array, start: number, end: number): number {
  let lowest = values[start]!;
  for (let index = start + 1; index < end; index++) {
    if (values[index]! < lowest) lowest = values[index]!;
  }
  return lowest;
}

function max(values: Float64Array, start: number, end: number): number {
  let highest = values[start]!;
  for (let index = start + 1; index < end; index++) {
    if (values[index]! > highest) highest = values[index]!;
  }
  return highest;
}
