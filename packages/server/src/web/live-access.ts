import type { Scope } from "@weir/protocol/manage/access";
import { type LiveEventKind, liveEventKinds, liveEventScopes } from "@weir/protocol/manage/live-events";
import type { Caller } from "./caller.ts";

/** The live events of an account that a caller may see. */
export interface LiveAccess {
  readonly kinds: ReadonlySet<LiveEventKind>;
  readonly mayReadValues: boolean;
}

/** Members of any role and the operator see every kind. An API key sees the kinds that its scopes cover. */
export function liveAccessOf(caller: Caller): LiveAccess {
  if (caller.kind !== "key") return { kinds: new Set(liveEventKinds), mayReadValues: true };
  const has = (scope: Scope) => caller.scopes.includes(scope);
  const kinds = liveEventKinds.filter((kind) => has(liveEventScopes[kind]));
  return { kinds: new Set(kinds), mayReadValues: has("readings:read") };
}

/** Whether a caller with `before` may still see everything. */
export function covers(now: LiveAccess, before: LiveAccess): boolean {
  return before.kinds.isSubsetOf(now.kinds) && (now.mayReadValues || !before.mayReadValues);
}
