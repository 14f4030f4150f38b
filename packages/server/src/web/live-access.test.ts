import { expect, test } from "bun:test";
import type { Scope } from "@weir/protocol/manage/access";
import type { Caller } from "./caller.ts";
import { covers, liveAccessOf } from "./live-access.ts";

const member: Caller = { kind: "user", userId: 1, email: "ada@example.org", sessionId: 1, provedAt: 0 };
const keyWith = (...scopes: Scope[]): Caller => ({
  kind: "key",
  keyId: 1,
  name: "Key",
  accountId: 1,
  createdBy: "operator",
  scopes,
  expiresAt: null,
});

test("ends a stream when its caller may no longer see everything that it was opened with", () => {
  const goesOn = (before: Caller, now: Caller) => covers(liveAccessOf(now), liveAccessOf(before));
  expect(goesOn(keyWith("operations:read"), member)).toBe(true);
  expect(goesOn(member, keyWith("readings:read", "operations:read"))).toBe(false);
  expect(goesOn(keyWith("operations:read"), keyWith("operations:read", "readings:read"))).toBe(true);
  expect(goesOn(keyWith("operations:read", "readings:read"), keyWith("operations:read"))).toBe(false);
  expect(goesOn(keyWith("readings:read"), keyWith("operations:read"))).toBe(false);
});

test("does not cover values for a key that keeps its kinds of events but loses the right to values", () => {
  const { kinds } = liveAccessOf(keyWith("operations:read"));
  expect(covers({ kinds, mayReadValues: false }, { kinds, mayReadValues: true })).toBe(false);
  expect(covers({ kinds, mayReadValues: true }, { kinds, mayReadValues: false })).toBe(true);
});
