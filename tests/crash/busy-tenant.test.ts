import { expect, setDefaultTimeout, test } from "bun:test";
import { busyTenant } from "./busy-tenant.ts";

setDefaultTimeout(240_000);

test("a busy account holds up nobody, and loses, repeats and reorders nothing, also when the processor is killed", async () => {
  const requests = 16;
  const readings = 250;
  const { ahead, steps, stored, dead } = await busyTenant({ requests, readings, kills: 2 });
  expect(ahead).toBeGreaterThan(0);
  expect([stored, dead]).toEqual([requests * readings, 0]);
  expect([...steps]).toEqual([[1, requests * readings]]);
});
