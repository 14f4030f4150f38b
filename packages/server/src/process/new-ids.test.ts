import { expect, test } from "bun:test";
import { NewIds } from "./new-ids.ts";
import { PartitionScope } from "./partition-scope.ts";

const nowMs = Date.UTC(2026, 10, 17);

test("counts ids of the only partition up by one", () => {
  const ids = new NewIds(new PartitionScope(0, 1), { nowMs: () => nowMs });
  ids.continueAfter({ alarm: 4, deadLetter: 0 });
  expect([ids.alarm(), ids.alarm(), ids.deadLetter()]).toEqual([5, 6, 1]);
});

test("never assigns the same id in two partitions, and derives the partition from an id", () => {
  const scopes = Array.from({ length: 64 }, (_, partition) => new PartitionScope(partition, 64));
  const given = scopes.flatMap((scope) => {
    const ids = new NewIds(scope, { nowMs: () => nowMs });
    const own = Array.from({ length: 100 }, () => ids.alarm());
    expect(own.every((id) => id % 64 === scope.partition)).toBeTrue();
    expect(own).toEqual(own.toSorted((one, other) => one - other));
    return own;
  });
  expect(new Set(given).size).toBe(6400);
  expect(given.every(Number.isSafeInteger)).toBeTrue();
});

test("assigns later ids above earlier ones of other partitions", () => {
  const clock = { ms: nowMs, nowMs: () => clock.ms };
  const [one, other] = [3, 5].map((partition) => new NewIds(new PartitionScope(partition, 64), clock));
  let last = 0;
  for (const ids of [one!, other!, one!, one!, other!]) {
    const id = ids.deadLetter();
    expect(id).toBeGreaterThan(last);
    last = id;
    clock.ms++;
  }
});

test("assigns growing ids although the clock was set back, even in another process", () => {
  const scope = new PartitionScope(7, 64);
  const before = new NewIds(scope, { nowMs: () => nowMs }).alarm();
  const later = new NewIds(scope, { nowMs: () => nowMs - 3_600_000 });
  // The highest id may belong to another partition.
  later.continueAfter({ alarm: before + 2, deadLetter: 0 });
  const after = later.alarm();
  expect(after).toBeGreaterThan(before);
  expect(after % 64).toBe(scope.partition);
});
