import { describe, expect, test } from "bun:test";
import { disorder } from "./processing-order.ts";

/** The rows in the store after readings with these numbers were processed in this order. */
function process(...numbers: readonly number[]) {
  const steps = numbers.slice(1).map((nth, index) => ({ nth, step: nth - numbers[index]! }));
  return [...new Map(steps.map((one) => [JSON.stringify(one), one])).values()];
}

const once = { first: 1, last: 4, timesSent: () => 1 };
const often = { ...once, timesSent: () => 3 };

describe("the order of processing", () => {
  test.each([
    { numbers: [1, 2, 3, 4], sent: once },
    { numbers: [1, 2, 2, 3, 4], sent: often },
    { numbers: [1, 2, 3, 2, 4], sent: often },
    { numbers: [1, 2, 3, 1, 2, 3, 4, 2], sent: often },
    { numbers: [1, 2, 3, 1, 2, 4], sent: often },
    { numbers: [8, 9, 10, 11], sent: { ...once, first: 9, last: 11 } },
  ])("is kept if $numbers were processed", ({ numbers, sent }) => {
    expect(disorder(sent, process(...numbers))).toEqual([]);
  });

  test.each([
    { numbers: [1, 3, 2, 4], sent: often },
    { numbers: [1, 2, 4, 3], sent: once },
    { numbers: [2, 1, 3, 4], sent: often },
    { numbers: [1, 2, 4], sent: often },
  ])("is broken if $numbers were processed", ({ numbers, sent }) => {
    expect(disorder(sent, process(...numbers))).not.toEqual([]);
  });

  test("is broken by a reading that was sent once and processed twice", () => {
    expect(disorder(once, process(1, 2, 3, 2, 3, 4))).toEqual([
      "reading 2 was sent 1 times and processed 2 times",
    ]);
  });
});
