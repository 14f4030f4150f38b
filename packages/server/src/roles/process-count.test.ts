import { expect, test } from "bun:test";
import { processesFor } from "./process-count.ts";

test.each([
  [1, 1],
  [8, 1],
  [15, 1],
  [16, 2],
  [32, 4],
  [128, 4],
])("chooses for a machine with %d cores: %d processors", (cores, processes) => {
  expect(processesFor(cores)).toBe(processes);
});
