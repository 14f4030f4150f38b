import { expect, setDefaultTimeout, test } from "bun:test";
import { acceptingPoints, deliveryPoints } from "./kill-points.ts";
import { killWhileAccepting } from "./kill-while-accepting.ts";
import { killWhileDelivering } from "./kill-while-delivering.ts";

setDefaultTimeout(180_000);

// The long form also kills while rows are filed, which takes many readings, and more often: see soak.ts.

test("processes that are killed at every point of accepting, processing and changing lose and double nothing", async () => {
  expect(await killWhileAccepting(acceptingPoints, 1)).toEqual([]);
});

test("a processor that is killed at every point of sending a message sends and settles it", async () => {
  expect(await killWhileDelivering(deliveryPoints, 1)).toEqual([]);
});
