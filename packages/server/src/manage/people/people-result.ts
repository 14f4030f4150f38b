import { type Changed, type ControlTransaction, commitChange } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import type { ManageErrorCode, Result } from "../manage-error.ts";

/** What functions about people answer when they cannot do what was asked; see manage-error.ts. */
export type PeopleErrorCode =
  | ManageErrorCode
  | "bad_email"
  | "bad_password"
  | "email_taken"
  | "last_owner"
  | "no_totp_started"
  | "setup_refused"
  | "totp_already_on"
  | "totp_off"
  | "unknown_session"
  | "unknown_user"
  | "wrong_code"
  | "wrong_password";

export type PeopleResult<T> = { readonly ok: true; readonly value: T } | PeopleRefusal;

export interface PeopleRefusal {
  readonly ok: false;
  readonly error: { readonly code: PeopleErrorCode; readonly message: string };
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
