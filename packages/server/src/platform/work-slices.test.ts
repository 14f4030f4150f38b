import { expect, test } from "bun:test";
import { sliceMs, workInTurn } from "./give-way.ts";
import { WorkSlices, WorkTooLongError } from "./work-slices.ts";

function workFor(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

const workMaxMs = 300;

test("work that takes longer than it may is given up at its next rest, and the time of others does not count", async () => {
  const slices = new WorkSlices(workMaxMs);
  workFor(sliceMs);
  expect(slices.isUsedUp).toBeTrue();
  const others = async () => workFor(workMaxMs);
  await workInTurn(others, () => slices.rest());
  await workInTurn(others, () => slices.rest());
  workFor(workMaxMs);
  expect(await slices.rest().catch((error: unknown) => error)).toBeInstanceOf(WorkTooLongError);
});
