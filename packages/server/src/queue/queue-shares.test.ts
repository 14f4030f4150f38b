import { describe, expect, test } from "bun:test";
import { AccountLimitError } from "./account-limit-error.ts";
import { QueueShares } from "./queue-shares.ts";
import { at } from "./test-positions.ts";
import { noShareLimits } from "./test-share-limits.ts";
import type { Unsettled } from "./unsettled.ts";

const busy = 1;
const quiet = 2;
const limits = { ...noShareLimits, perAccountBytesMax: 1000, parkedBytesMax: 1500 };

function backlog(accountId: number, bytes: number): Unsettled {
  return { accountId, readings: bytes / 10, bytes };
}

function report(shares: QueueShares, position: number, end: number, parked: Unsettled[] = []): void {
  shares.reported({ position: at(position), parked }, at(end));
}

function refusalOf(shares: QueueShares, accountId: number): AccountLimitError | null {
  try {
    shares.check(accountId);
    return null;
  } catch (error) {
    if (error instanceof AccountLimitError) return error;
    throw error;
  }
}

describe("an account's share of the queue", () => {
  test("is used up by the account's own readings only", () => {
    const shares = new QueueShares(limits);
    shares.appended(busy, 999, 20);
    expect(refusalOf(shares, busy)).toBeNull();
    shares.appended(busy, 1, 1);
    const refusal = refusalOf(shares, busy);
    expect(refusal).toMatchObject({ setting: "queue_bytes_per_account", max: 1000 });
    expect(refusal?.message).toContain("(queue_bytes_per_account)");
    expect(refusalOf(shares, quiet)).toBeNull();
    expect(shares.unsettled(null)).toEqual([{ accountId: busy, bytes: 1000, readings: 21 }]);
  });

  test("is shared by the accounts of one tenant, in the queue and parked", () => {
    const tenantOf = (accountId: number) => (accountId === quiet ? quiet : busy);
    const shares = new QueueShares({ ...limits, tenantOf });
    shares.appended(busy, 600, 6);
    shares.appended(3, 400, 4);
    for (const accountId of [busy, 3, 4]) expect(refusalOf(shares, accountId)).not.toBeNull();
    expect(refusalOf(shares, quiet)).toBeNull();
    report(shares, 1, 1, [backlog(3, 999)]);
    expect(refusalOf(shares, busy)).toBeNull();
    report(shares, 2, 2, [backlog(3, 1000)]);
    expect(refusalOf(shares, busy)).toMatchObject({ setting: "queue_bytes_per_account" });
    expect(refusalOf(shares, quiet)).toBeNull();
  });

  test("is returned when the processor has passed it, and not before", () => {
    const shares = new QueueShares(limits);
    shares.appended(busy, 600, 6);
    report(shares, 0, 600);
    shares.appended(quiet, 100, 1);
    shares.appended(busy, 400, 4);
    report(shares, 599, 1100);
    expect(shares.hasRoom(busy)).toBeFalse();
    report(shares, 600, 1100);
    expect(shares.unsettled(busy)).toEqual([{ accountId: busy, bytes: 400, readings: 4 }]);
    report(shares, 1100, 1100);
    expect(shares.unsettled(null)).toEqual([]);
  });

  test("is returned completely even if the processor is far behind", () => {
    const shares = new QueueShares(limits);
    let end = 0;
    for (let request = 0; request < 1000; request++) {
      shares.appended(busy, 1, 1);
      report(shares, 0, ++end);
    }
    expect(shares.hasRoom(busy)).toBeFalse();
    report(shares, end, end);
    expect(shares.unsettled(null)).toEqual([]);
  });

  test("counts parked readings as last reported", () => {
    const shares = new QueueShares(limits);
    shares.appended(busy, 500, 50);
    report(shares, 500, 500, [backlog(busy, 500)]);
    expect(shares.unsettled(busy)).toEqual([{ accountId: busy, bytes: 500, readings: 50 }]);
    shares.appended(busy, 500, 50);
    expect(refusalOf(shares, busy)).toMatchObject({ setting: "queue_bytes_per_account" });
    report(shares, 500, 1000, [backlog(busy, 100)]);
    expect(shares.hasRoom(busy)).toBeTrue();
    report(shares, 1000, 1000);
    expect(shares.unsettled(null)).toEqual([]);
  });

  test("ends for accounts with parked readings when too much is parked in total", () => {
    const shares = new QueueShares(limits);
    report(shares, 0, 0, [backlog(busy, 700), backlog(3, 800)]);
    const refusal = refusalOf(shares, busy);
    expect(refusal).toMatchObject({ setting: "parked_bytes", max: 1500 });
    expect(refusal?.message).toContain("(parked_bytes)");
    shares.appended(quiet, 10, 1);
    expect(refusalOf(shares, quiet)).toBeNull();
    report(shares, 0, 0, [backlog(busy, 700), backlog(3, 700)]);
    expect(refusalOf(shares, busy)).toBeNull();
  });

  test("ends at the limit of stored readings, until some are deleted", () => {
    const shares = new QueueShares({ ...limits, storedReadingsMax: 5000 });
    shares.storeFull([busy]);
    expect(refusalOf(shares, busy)).toMatchObject({ setting: "stored_readings_per_account", max: 5000 });
    expect(refusalOf(shares, quiet)).toBeNull();
    expect(() => shares.checkStore(busy)).toThrow("(stored_readings_per_account)");
    shares.storeFull([]);
    expect(refusalOf(shares, busy)).toBeNull();
    shares.appended(busy, 1000, 1);
    expect(() => shares.checkStore(busy)).not.toThrow();
  });
});
