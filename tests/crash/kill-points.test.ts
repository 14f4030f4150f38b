import { expect, setDefaultTimeout, test } from "bun:test";
import { runSeed } from "../harness/seeded-random.ts";
import { brokenPromises, type KillFindings } from "./broken-promises.ts";
import { acceptingPoints, deliveryPoints } from "./kill-points.ts";
import { killWhileAccepting } from "./kill-while-accepting.ts";
import { killWhileDelivering } from "./kill-while-delivering.ts";

setDefaultTimeout(180_000);

// The long proof (tests/proof) also kills while rows are filed, which takes many readings, and kills more often.

test("loses and repeats nothing when processes are killed at any point of accepting, processing and changing", async () => {
  expect(brokenIn(await killWhileAccepting(acceptingPoints, 1, runSeed()))).toEqual([]);
});

test("sends and settles a message when the processor is killed at any point of sending it", async () => {
  expect(brokenIn(await killWhileDelivering(deliveryPoints, 1))).toEqual([]);
});

function brokenIn({ evidence, further }: KillFindings): string[] {
  return brokenPromises(evidence, further);
}
