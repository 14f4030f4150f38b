import { expect, test } from "bun:test";
import { nearOf } from "./near-limit.ts";

test.each([
  [10, 8],
  [7, 6],
  [268_435_456, 214_748_365],
  [Number.MAX_SAFE_INTEGER, 7_205_759_403_792_793],
])("counts a whole number as near %d", (max, near) => {
  expect(nearOf(max)).toBe(near);
});
