import { expect, setDefaultTimeout, test } from "bun:test";
import { busyTenant } from "./busy-tenant.ts";

setDefaultTimeout(240_000);

test("lets a busy account delay no other, and loses, repeats and reorders nothing, even if the processor is killed", async () => {
  // With the smallest share, a backlog outlasts the other work.
  const run = { share: 1, requests: 16, readings: 250, kills: 2 };
  const { accepted, ahead, steps, stored, dead } = await busyTenant(run);
  expect(ahead).toBeGreaterThan(0);
  expect([stored, dead]).toEqual([accepted, 0]);
  expect([...steps]).toEqual([[1, accepted]]);
});
