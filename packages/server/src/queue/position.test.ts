import { expect, test } from "bun:test";
import { assertOnly, isReached, positionFrom, sequenceInOnly, UnknownPartitionError } from "./position.ts";

test("compares positions only within their partition", () => {
  const entry = { partition: 1, sequence: 5 };
  expect(isReached(entry, { partition: 1, sequence: 4 })).toBeFalse();
  expect(isReached(entry, { partition: 1, sequence: 5 })).toBeTrue();
  expect(isReached(entry, { partition: 1, sequence: 6 })).toBeTrue();
  expect(isReached(entry, { partition: 0, sequence: 6 })).toBeFalse();
  expect(isReached(entry, { partition: 2, sequence: 6 })).toBeFalse();
});

test("has no entry at the start of a partition", () => {
  expect(positionFrom(1, 0)).toBeNull();
  expect(positionFrom(1, 5)).toEqual({ partition: 1, sequence: 5 });
});

test("refuses positions of other partitions in an adapter with one", () => {
  expect(sequenceInOnly({ partition: 0, sequence: 5 })).toBe(5);
  expect(() => sequenceInOnly({ partition: 1, sequence: 5 })).toThrow(UnknownPartitionError);
  expect(() => assertOnly(1)).toThrow(UnknownPartitionError);
});
