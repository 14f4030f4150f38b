import type { Audit } from "../../control/audit/audited-action.ts";
import type { ControlStore, ControlTransaction } from "../../control/control-store.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import type { ManageErrorCode, Result } from "../manage-error.ts";

/** What functions about people answer when they cannot do what was asked; see manage-error.ts. */
export type PeopleErrorCode =
  | ManageErrorCode
  | "already_member"
  | "bad_email"
  | "bad_expiry"
  | "bad_password"
  | "changed_meanwhile"
  | "confirmation_gone"
  | "email_taken"
  | "email_unverified"
  | "invitation_gone"
  | "key_name_taken"
  | "last_owner"
  | "mail_not_set_up"
  | "name_needed"
  | "no_totp_started"
  | "other_person"
  | "password_needed"
  | "person_exists"
  | "reset_gone"
  | "second_factor_locked"
  | "setup_refused"
  | "sign_in_needed"
  | "too_busy"
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
  readonly error: {
    readonly code: PeopleErrorCode;
    readonly message: string;
    /** This wrong code has locked the second factor. */
    readonly isNewLock?: true;
  };
}

/** What a change was about, before and after. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

export function refusePerson(code: PeopleErrorCode, message: string): PeopleRefusal {
  return { ok: false, error: { code, message } };
}

/**
 * A change of people only. It is announced, so that live streams end whose listener may not listen any more.
 * `auditOf` says what the audit log is told about the outcome (see commit-change.ts).
 */
export function commitPeople<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleResult<T>>,
  auditOf: (outcome: T) => Audit,
): Promise<PeopleResult<T>> {
  return commitPeopleAnd(store, async (tx) => {
    const done = await work(tx);
    if (!done.ok) return done;
    return { ok: true, value: { value: done.value, audit: auditOf(done.value), changes: [] } };
  });
}

/** States its audit entries, and what else changes, such as an account that is made. Announced too. */
export function commitPeopleAnd<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<PeopleResult<Changed<T>>>,
): Promise<PeopleResult<T>> {
  const announcing = async (tx: ControlTransaction): Promise<PeopleResult<Changed<T>>> => {
    const done = await work(tx);
    if (!done.ok) return done;
    const { changes, ...changed } = done.value;
    return { ok: true, value: { ...changed, changes: [...changes, { kind: "people" }] } };
  };
  // A refusal goes through commitChange as it is, whatever its code.
  return commitChange(store, announcing as (tx: ControlTransaction) => Promise<Result<Changed<T>>>);
}
