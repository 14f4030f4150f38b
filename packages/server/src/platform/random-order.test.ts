import { expect, test } from "bun:test";
import { RandomOrder } from "./random-order.ts";

test("returns no number twice, and in no order that can be foreseen", () => {
  const [order, other] = [new RandomOrder(), new RandomOrder()];
  const numbers = Array.from({ length: 100_000 }, () => order.next());
  expect(new Set(numbers).size).toBe(numbers.length);
  const others = new Set(Array.from({ length: 1000 }, () => other.next()));
  expect(numbers.slice(0, 1000).filter((number) => others.has(number)).length).toBeLessThan(10);
  // Of numbers in random order, half are larger than the one before.
  const rising = numbers.filter((number, at) => at > 0 && number > numbers[at - 1]!).length;
  expect(rising / numbers.length).toBeWithin(0.48, 0.52);
  const steps = new Set(numbers.slice(1).map((number, at) => number - numbers[at]!));
  expect(steps.size).toBeGreaterThan(90_000);
});
