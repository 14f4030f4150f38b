import { expect, test } from "bun:test";
import { ManualClock } from "../../../../../../tests/harness/manual-clock.ts";
import { accountOwner } from "./chain-work.ts";
import { OwnerShares } from "./owner-shares.ts";

const viewer = { ...accountOwner(1), caller: "user 1" };
const editor = { ...accountOwner(1), caller: "user 2" };

test("makes a looping caller wait for a twentieth, and another caller only for what the account owes", () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const shares = new OwnerShares(clock, 12);
  shares.add(viewer, 204);
  shares.beginWait(viewer);
  expect(shares.dueInMs(viewer)).toBeCloseTo(400);
  expect(shares.dueInMs(editor)).toBeCloseTo(20);
  clock.advanceMs(20);
  expect(shares.dueInMs(viewer)).toBeCloseTo(380);
  expect(shares.dueInMs(editor)).toBeCloseTo(0);
});

test("gives all callers together no more than the account", () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const shares = new OwnerShares(clock, 12);
  for (const owner of [viewer, editor]) shares.add(owner, 150);
  for (const owner of [viewer, editor]) expect(shares.dueInMs(owner)).toBeCloseTo(500);
  expect(shares.dueInMs(accountOwner(2))).toBe(0);
  for (const owner of [viewer, editor]) shares.add(owner, 6850);
  expect(shares.restMs(viewer)).toBeCloseTo(10_000);
});
