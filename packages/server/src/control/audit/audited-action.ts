import type { Actor } from "../actor.ts";

/**
 * One entry of the audit log as an operation states it: what was done, to what, in which account. The store it works on
 * knows who did it and from where (see actor.ts).
 */
export interface AuditedAction {
  /** Whose log the entry belongs to. Null where it is about no account, such as a sign-in. */
  readonly accountId: number | null;
  /** `device.update`. */
  readonly action: string;
  /** `device`. */
  readonly subjectKind: string;
  /** A UUID or a name. */
  readonly subject: string;
  /** Plain JSON of what it was and what it became. Never a secret. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Replaces the actor where the operation itself finds out who acts, such as a new person who accepts. */
  readonly by?: Pick<Actor, "kind" | "name">;
}

/** The audit entries of a change. A change without an entry gives a reason instead of an empty list. */
export type Audit = readonly [AuditedAction, ...AuditedAction[]] | NothingToAudit;

export interface NothingToAudit {
  /** For readers of the code; it is not stored. */
  readonly nothingBecause: string;
}

export function nothingToAudit(nothingBecause: string): NothingToAudit {
  return { nothingBecause };
}

/** For work on many things, of which perhaps none was changed. */
export function auditOfMany(actions: readonly AuditedAction[], nothingBecause: string): Audit {
  const [first, ...more] = actions;
  return first === undefined ? nothingToAudit(nothingBecause) : [first, ...more];
}

export function actionsOf(audit: Audit): readonly AuditedAction[] {
  return "nothingBecause" in audit ? [] : audit;
}
