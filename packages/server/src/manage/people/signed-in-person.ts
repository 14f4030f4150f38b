import type { Preferences } from "@weir/protocol/manage/preferences";
import type { Control } from "../../control/control.ts";
import { type AccountRole, rolesOf } from "../../control/people/account-role.ts";
import { pendingEmail } from "../../control/people/email-links.ts";
import { ownsInstallation } from "../../control/people/owns-installation.ts";
import { countRecoveryCodes } from "../../control/people/recovery-codes.ts";
import { type ListedSession, sessionsOfUser } from "../../control/people/sessions.ts";
import { findUserById } from "../../control/people/users.ts";
import { preferencesOf } from "./change-preferences.ts";

/** What people see about themselves. */
export interface Person {
  readonly uuid: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** An address that replaces `email` once it is confirmed. */
  readonly pendingEmail: string | null;
  readonly name: string;
  readonly hasTotp: boolean;
  readonly recoveryCodesLeft: number;
  readonly ownsInstallation: boolean;
  readonly passwordChangedAt: number;
  readonly createdAt: number;
  readonly preferences: Preferences;
}

export interface SignedInPerson {
  readonly person: Person;
  readonly accounts: readonly AccountRole[];
  readonly sessions: readonly ListedSession[];
}

/** Null if they were deleted meanwhile. */
export async function showPerson(control: Control, userId: number): Promise<Person | null> {
  const user = await findUserById(control.db, userId);
  if (user === undefined) return null;
  return {
    uuid: user.uuid,
    email: user.email,
    isEmailVerified: user.email_verified_at !== null,
    pendingEmail: await pendingEmail(control.db, userId, control.nowUs()),
    name: user.name,
    hasTotp: user.totp_confirmed_at !== null,
    recoveryCodesLeft: await countRecoveryCodes(control.db, userId),
    ownsInstallation: await ownsInstallation(control, userId),
    passwordChangedAt: user.password_changed_at,
    createdAt: user.created_at,
    preferences: preferencesOf(user),
  };
}

export async function showSignedIn(control: Control, userId: number): Promise<SignedInPerson | null> {
  const person = await showPerson(control, userId);
  if (person === null) return null;
  const sessions = await sessionsOfUser(control.db, userId, control.nowUs());
  return { person, accounts: await rolesOf(control, userId), sessions };
}
