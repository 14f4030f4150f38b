import { expect, test } from "bun:test";
import { TenantTurns } from "./tenant-turns.ts";

/** Takes all turns, each at the cost of its work. */
function order(turns: TenantTurns<{ name: string; ms: number }>): string[] {
  const names: string[] = [];
  for (let turn = turns.next(); turn !== null; turn = turns.next()) {
    names.push(turn.work.name);
    turns.charge(turn.tenantId, turn.work.ms);
  }
  return names;
}

test("gives the next turn to the tenant that has cost least", () => {
  const turns = new TenantTurns<{ name: string; ms: number }>();
  for (const nth of [1, 2, 3]) turns.add(1, { name: `dear ${nth}`, ms: 50 });
  for (const nth of [1, 2, 3]) turns.add(2, { name: `cheap ${nth}`, ms: 5 });
  expect(order(turns)).toEqual(["dear 1", "cheap 1", "cheap 2", "cheap 3", "dear 2", "dear 3"]);
});

test("gives a tenant that was away no more than its turn", () => {
  const turns = new TenantTurns<{ name: string; ms: number }>();
  for (const nth of [1, 2]) turns.add(1, { name: `first ${nth}`, ms: 10 });
  turns.charge(turns.next()!.tenantId, 10);
  turns.charge(1, 90);
  for (const nth of [1, 2, 3]) turns.add(2, { name: `late ${nth}`, ms: 60 });
  expect(order(turns)).toEqual(["late 1", "late 2", "first 2", "late 3"]);
});

test("keeps the order of one account", () => {
  const turns = new TenantTurns<{ name: string; ms: number }>();
  for (const nth of [1, 2, 3]) turns.add(1, { name: String(nth), ms: 3 - nth });
  expect(order(turns)).toEqual(["1", "2", "3"]);
});
