import { expect, test } from "bun:test";
import { Lease, leaseMs } from "./lease.ts";

test("is held from its beginning until less than a lease after a renewal was requested", () => {
  let nowMs = 1000;
  const lease = new Lease(() => nowMs);
  lease.renewed(1000);
  expect(lease.isHeld()).toBe(false);
  lease.begin();
  expect(lease.isHeld()).toBe(true);
  nowMs = 1000 + leaseMs - 1;
  expect(lease.isHeld()).toBe(false);
  lease.renewed(1500);
  expect(lease.isHeld()).toBe(true);
  // A late answer does not shorten the lease.
  lease.renewed(1000);
  expect(lease.isHeld()).toBe(true);
});

test("ends at once, and earlier renewals do not count afterwards", () => {
  const lease = new Lease(() => 0);
  lease.begin();
  lease.renewed(0);
  lease.end();
  expect(lease.isHeld()).toBe(false);
  lease.begin();
  expect(lease.isHeld()).toBe(false);
});
