import type { Actor } from "../actor.ts";

/**
 * One entry of the audit log as an operation states it: what was done, to what, in which account. The store it works on
 * knows who did it and from where (see actor.ts).
 */
export interface AuditedAction {
  /** The account whose log the entry belongs to. Null if it concerns no account, such as a sign-in. */
  readonly accountId: number | null;
  /** For example `device.update`. */
  readonly action: string;
  /** For example `device`. */
  readonly subjectKind: string;
  /** A UUID or a name. */
  readonly subject: string;
  /** Its name as people know it. Looked up unless given. */
  readonly subjectName?: string;
  /**
   * The subject belongs to one person, and nobody else sees it. The log, which others read, then says what was done to what
   * kind of thing, but neither its name nor anything in it.
   */
  readonly isPrivate?: boolean;
  /** Plain JSON of the state before and after. Never a secret. */
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * Replaces the actor, or some of it: if the operation itself finds out who acts, such as a new person who accepts an
   * invitation, or if changes of several actors are committed together.
   */
  readonly by?: Partial<Actor>;
}

/** The audit entries of a change. A change without an entry gives a reason instead of an empty list. */
export type Audit = readonly [AuditedAction, ...AuditedAction[]] | NothingToAudit;

interface NothingToAudit {
  /** For readers of the code; it is not stored. */
  readonly nothingBecause: string;
}

export function nothingToAudit(nothingBecause: string): NothingToAudit {
  return { nothingBecause };
}

/** For changes of many things, of which perhaps none was changed. */
export function auditOfMany(actions: readonly AuditedAction[], nothingBecause: string): Audit {
  const [first, ...more] = actions;
  return first === undefined ? nothingToAudit(nothingBecause) : [first, ...more];
}

export function actionsOf(audit: Audit): readonly AuditedAction[] {
  return "nothingBecause" in audit ? [] : audit;
}
