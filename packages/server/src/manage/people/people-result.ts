import { type Changed, type ControlTransaction, commitChange } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import type { ManageErrorCode, Result } from "../manage-error.ts";

/** What functions about people answer when they cannot do what was asked; see manage-error.ts. */
export type PeopleErrorCode =
  | ManageErrorCode
  | "already_member"
  | "bad_email"
  | "bad_expiry"
  | "bad_password"
  | "changed_meanwhile"
  | "email_taken"
  | "invitation_gone"
  | "key_name_taken"
  | "last_owner"
  | "name_needed"
  | "no_totp_started"
  | "password_needed"
  | "reset_gone"
  | "setup_refused"
  | "sign_in_needed"
  | "too_many_accounts"
  | "too_many_invitations"
  | "too_many_keys"
  | "too_many_members"
  | "totp_already_on"
  | "totp_off"
  | "unknown_invitation"
  | "unknown_key"
  | "unknown_member"
  | "unknown_session"
  | "unknown_user"
  | "wrong_code"
  | "wrong_password";

export type PeopleResult<T> = { readonly ok: true; readonly value: T } | PeopleRefusal;

export interface PeopleRefusal {
  readonly ok: false;
  readonly error: { readonly code: PeopleErrorCode; readonly message: string };
}

/** What a change was about, before and after. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

export function refusePerson(code: PeopleErrorCode, message: string): PeopleRefusal {
  return { ok: false, error: { code, message } };
}

/** A change of people only. The running server looks people up in the file every time, so nothing is announced. */
export function commitPeople<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleResult<T>>,
): Promise<PeopleResult<T>> {
  return commitPeopleAnd(store, async (tx) => {
    const done = await work(tx);
    return done.ok ? { ok: true, value: { value: done.value, changes: [] } } : done;
  });
}

/** The same where more changes with them, such as an account that is made. */
export function commitPeopleAnd<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleResult<Changed<T>>>,
): Promise<PeopleResult<T>> {
  // A refusal goes through commitChange as it is, whatever its code.
  return commitChange(store, work as (tx: ControlTransaction) => Promise<Result<Changed<T>>>);
}
