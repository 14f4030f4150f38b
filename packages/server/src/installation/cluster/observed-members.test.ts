import { expect, test } from "bun:test";
import type { ListedMember } from "../../bus/nats/membership.ts";
import { leaseMs } from "./lease.ts";
import { ObservedMembers } from "./observed-members.ts";

const member = (id: string, renewals: number): ListedMember => {
  return { id, role: "process", keyId: null, renewals, isRevoked: false };
};

/** A list every half second. */
function* lists(
  observed: ObservedMembers,
  from: number,
  count: number,
  members: (turn: number) => ListedMember[],
) {
  for (let turn = 0; turn < count; turn++) {
    const askedMs = from + turn * 500;
    yield observed.take({ members: members(turn), readMs: askedMs + 5 }, askedMs).map(({ id }) => id);
  }
}

test("finds a member that has not renewed for a whole lease, and no other", () => {
  const found = [...lists(new ObservedMembers(), 0, 6, (turn) => [member("dead", 3), member("alive", turn)])];
  // The member was first seen at 5 ms, so the lease is not over at 2000 ms.
  expect(leaseMs).toBe(2000);
  expect(found).toEqual([[], [], [], [], [], ["dead"]]);
});

test("ignores time in which nobody could renew", () => {
  const observed = new ObservedMembers();
  const members = () => [member("a", 1)];
  expect([...lists(observed, 0, 3, members)].flat()).toEqual([]);
  // PostgreSQL was away for a minute.
  expect([...lists(observed, 60_000, 5, members)].flat()).toEqual([]);
  expect([...lists(observed, 62_500, 1, members)].flat()).toEqual(["a"]);
});
