import { type Clock, systemClock } from "../platform/clock.ts";
import { type AccountLimits, noAccountLimits } from "./account-limits.ts";
import { type Actor, operator } from "./actor.ts";
import type { Control, ControlChange } from "./control.ts";
import type { TokenKey } from "./sealing/token-key.ts";

/** The options for opening control data, on any engine. */
export interface ControlOptions {
  readonly key: TokenKey;
  /** Resolves when the running server, if there is one, has applied the changes. */
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly clock?: Clock;
  /** The actor until `actingAs` names another. By default the operator at the command line. */
  readonly actor?: Actor;
  readonly sendsMail?: boolean;
  /** No limits by default. */
  readonly limits?: AccountLimits;
}

type WithoutEngine = Pick<Control, "key" | "actor" | "announce" | "nowUs" | "sendsMail" | "limits">;

/** The part of control data that is the same on every engine. */
export function withDefaults({
  key,
  announce,
  clock = systemClock,
  actor = operator("command line"),
  sendsMail,
  limits = noAccountLimits,
}: ControlOptions): WithoutEngine {
  const nowUs = (): number => clock.nowMs() * 1000;
  return { key, actor, announce, nowUs, sendsMail: sendsMail ?? null, limits };
}
