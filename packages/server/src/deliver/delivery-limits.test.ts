import { describe, expect, test } from "bun:test";
import { DeliveryLimits, defaultLimits } from "./delivery-limits.ts";

const itself = (accountId: number): number => accountId;
const row = { id: 1, accountId: 1, destination: "a" };

function beginWhileAllowed(limits: DeliveryLimits, nowMs: number, ends = true): number {
  let begun = 0;
  while (limits.allows(row, nowMs) && begun < 1000) {
    limits.begin(row, nowMs);
    if (ends) limits.end(row);
    begun++;
  }
  return begun;
}

describe("DeliveryLimits", () => {
  test("allows no more than its number in any second, wherever that second starts", () => {
    const limits = new DeliveryLimits(defaultLimits, itself);
    const beganMs: number[] = [];
    for (let nowMs = 0; nowMs < 5000; nowMs += 37) {
      for (let begun = beginWhileAllowed(limits, nowMs); begun > 0; begun--) beganMs.push(nowMs);
    }
    for (const fromMs of beganMs) {
      expect(beganMs.filter((ms) => ms >= fromMs && ms < fromMs + 1000).length).toBeLessThanOrEqual(20);
    }
    expect(beganMs.length).toBeGreaterThan(80);
  });

  test("says when the used-up second ends", () => {
    const limits = new DeliveryLimits(defaultLimits, itself);
    expect(limits.nextFreeMs(0)).toBeNull();
    expect(beginWhileAllowed(limits, 100)).toBe(20);
    expect([limits.nextFreeMs(500), limits.fullDestinations(500)]).toEqual([1100, new Set(["a"])]);
    expect([limits.nextFreeMs(1100), limits.fullDestinations(1100)]).toEqual([null, new Set()]);
  });

  test("locks nobody out when the clock is set back", () => {
    const limits = new DeliveryLimits(defaultLimits, itself);
    beginWhileAllowed(limits, 1_000_000);
    expect(limits.allows(row, 10)).toBeTrue();
  });

  test("gives a single account two thirds, and every other account something", () => {
    const limits = new DeliveryLimits({ ...defaultLimits, inFlightPerDestinationMax: 100 }, itself);
    const shares = [1, 2, 3, 4, 5].map((accountId) => {
      let begun = 0;
      for (; limits.allows({ ...row, accountId }, 0); begun++)
        limits.begin({ ...row, id: accountId * 100 + begun, accountId }, 0);
      return begun;
    });
    expect(shares).toEqual([11, 4, 1, 0, 0]);
    expect(limits.fullTenants()).toEqual(new Set([1, 2, 3]));
  });

  test("gives the accounts of a tenant no more together than one of them alone", () => {
    const limits = new DeliveryLimits({ ...defaultLimits, inFlightPerDestinationMax: 100 }, (accountId) =>
      accountId < 10 ? 1 : accountId,
    );
    const begun = [1, 2, 3, 4, 5, 10].map((accountId) => {
      let deliveries = 0;
      for (; limits.allows({ ...row, accountId }, 0); deliveries++)
        limits.begin({ ...row, id: accountId * 100 + deliveries, accountId }, 0);
      return deliveries;
    });
    expect(begun).toEqual([11, 0, 0, 0, 0, 4]);
    limits.end({ ...row, id: 100, accountId: 1 });
    limits.end({ ...row, id: 101, accountId: 1 });
    expect(limits.allows({ ...row, accountId: 5 }, 0)).toBeFalse();
    for (let nth = 0; nth < 4; nth++) limits.end({ ...row, id: 1000 + nth, accountId: 10 });
    expect(limits.allows({ ...row, accountId: 5 }, 0)).toBeTrue();
  });
});
