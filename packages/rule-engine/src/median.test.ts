import { expect, test } from "bun:test";
import fc from "fast-check";
import { median, medianOfMax } from "./median.ts";

function plainMedian(values: Float64Array): number {
  const sorted = values.toSorted();
  const count = sorted.length;
  return count % 2 === 1 ? sorted[count >> 1]! : sorted[(count >> 1) - 1]! / 2 + sorted[count >> 1]! / 2;
}

test("finds the same as sorting, whatever the numbers", () => {
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
  const fewDifferent = fc.integer({ min: 0, max: 3 });
  const anyNumbers = fc.oneof(
    fc.array(anyNumber, { minLength: 1, maxLength: 200 }),
    fc.array(fewDifferent, { minLength: 1, maxLength: 200 }),
  );
  fc.assert(
    fc.property(anyNumbers, (numbers) => {
      const values = Float64Array.from(numbers, (number) => number + 0);
      expect(median(values, 0, values.length)).toBe(plainMedian(values));
    }),
  );
});

test.each([
  ["rising", (index: number) => index],
  ["falling", (index: number) => -index],
  ["all the same", () => 5],
  ["a saw", (index: number) => index % 10],
  ["an organ pipe", (index: number) => Math.min(index, medianOfMax - index)],
])("%s numbers, as many as there may be", (_name, make) => {
  for (const count of [medianOfMax - 1, medianOfMax]) {
    const values = Float64Array.from({ length: count }, (_, index) => make(index));
    expect(median(values, 0, count)).toBe(plainMedian(values));
  }
});

test.each([0, 1, 2, 3, 5, 8])("falls back to sorting after %d rounds without success", (rounds) => {
  const values = Float64Array.from({ length: medianOfMax }, (_, index) => (index * 7919) % 1009);
  for (const count of [1, 2, 3, 10, medianOfMax - 1, medianOfMax]) {
    expect(median(values, 0, count, rounds)).toBe(plainMedian(values.slice(0, count)));
  }
});

test("reads only its part of the numbers, and changes none", () => {
  const values = Float64Array.of(100, 3, 1, 2, -100);
  expect(median(values, 1, 4)).toBe(2);
  expect([...values]).toEqual([100, 3, 1, 2, -100]);
});
