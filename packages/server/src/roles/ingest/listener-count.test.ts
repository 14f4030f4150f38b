import { expect, test } from "bun:test";
import { listenersFor } from "./listener-count.ts";

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [8, 5],
  [16, 10],
  [64, 10],
])("chooses for a machine with %d cores: %d listeners", (cores, listeners) => {
  expect(listenersFor(cores)).toBe(listeners);
});
