import { type Changed, type ControlTransaction, commitChange } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import type { Result } from "../manage-error.ts";
import type { PeopleErrorCode } from "./people-result.ts";

/** What functions about members, keys and invitations may answer, beside what all functions about people may. */
export type PeopleOutcomeCode =
  | PeopleErrorCode
  | "already_member"
  | "bad_expiry"
  | "changed_meanwhile"
  | "invitation_gone"
  | "key_name_taken"
  | "name_needed"
  | "password_needed"
  | "reset_gone"
  | "sign_in_needed"
  | "too_many_accounts"
  | "too_many_invitations"
  | "too_many_keys"
  | "too_many_members"
  | "unknown_invitation"
  | "unknown_key"
  | "unknown_member";

export interface PeopleError {
  readonly code: PeopleOutcomeCode;
  readonly message: string;
}

export interface Declined {
  readonly ok: false;
  readonly error: PeopleError;
}

export type PeopleOutcome<T> = { readonly ok: true; readonly value: T } | Declined;

/** What a change was about, before and after. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

export function decline(code: PeopleOutcomeCode, message: string): Declined {
  return { ok: false, error: { code, message } };
}

/** A change of which the running server need not be told: it looks people and keys up in the file every time. */
export function commitOutcome<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleOutcome<T>>,
): Promise<PeopleOutcome<T>> {
  return commitOutcomeAnd(store, async (tx) => {
    const done = await work(tx);
    return done.ok ? { ok: true, value: { value: done.value, changes: [] } } : done;
  });
}

/** The same where accounts change too. */
export function commitOutcomeAnd<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleOutcome<Changed<T>>>,
): Promise<PeopleOutcome<T>> {
  // A refusal goes through commitChange as it is, whatever its code.
  return commitChange(store, work as (tx: ControlTransaction) => Promise<Result<Changed<T>>>);
}
