import type { Role } from "@weir/protocol/manage/access";
import { type Account, accountExists } from "../../control/accounts/accounts.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { accountOwnedAlone } from "../../control/people/accounts-of-user.ts";
import { deleteRecoveryCodes } from "../../control/people/recovery-codes.ts";
import {
  deleteUserRow,
  findUserByEmail,
  noPassword,
  type UserRow,
  updateUser,
} from "../../control/people/users.ts";
import { writeAddress } from "../../control/people/write-address.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { commitPeople, commitPeopleAnd } from "./commit-people.ts";
import { insertMember } from "./members.ts";
import { createUser, emailTaken, validateEmail } from "./users.ts";

/** What the operator does about people on the command line, where nobody is signed in. */
export interface OperatedUser {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly isEmailVerified: boolean;
}

interface UserToAdd {
  readonly email: string;
  readonly name?: string | undefined;
  readonly account: Account;
  readonly role: Role;
  /** Whether an existing person with the address is meant. Otherwise they are refused, because it may be a stranger. */
  readonly isExisting?: boolean;
}

/**
 * Makes a person a member of an account, and creates the person without a password if they are new. An existing person
 * is added only if the operator says so. Otherwise the person who took the address first, perhaps in another account,
 * would get access.
 */
export async function addUser(
  control: Control,
  { email, name, account, role, isExisting = false }: UserToAdd,
): Promise<Result<OperatedUser>> {
  return commitPeople(
    control,
    async (tx) => {
      const nowUs = control.nowUs();
      if (!(await accountExists(control, tx, account.id))) {
        return refuse("unknown_account", "This account does not exist.");
      }
      const known = await findUserByEmail(tx, email);
      if (known !== undefined && !isExisting) return personExists(known);
      const fresh = { email, name: name ?? email.split("@")[0]!, passwordHash: noPassword };
      const user = known ? succeed(known) : await createUser(tx, fresh, nowUs);
      if (!user.ok) return user;
      const userId = user.value.id;
      const declined = await insertMember(tx, { accountId: account.id, userId, role, nowUs });
      if (declined !== null) return declined;
      return succeed(operatedUser(user.value));
    },
    (user) => [
      {
        ...actionOn("user.create", user),
        accountId: account.id,
        after: { account: account.name, role },
      },
    ],
  );
}

export async function findUser(control: Control, email: string): Promise<Result<OperatedUser>> {
  const user = await findUserByEmail(control.db, email);
  if (user === undefined) return unknownUser(email);
  return succeed(operatedUser(user));
}

/** Deletes a person with their sessions and memberships. An account with people keeps an owner. */
export async function deleteUser(control: Control, email: string): Promise<Result<OperatedUser>> {
  return commitPeople(
    control,
    async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (user === undefined) return unknownUser(email);
      const orphan = await accountOwnedAlone(tx, user.id);
      if (orphan !== undefined) {
        return refuse(
          "last_owner",
          `${user.email} is the only owner of account "${orphan.name}", which has other members. Make one of them an owner first.`,
        );
      }
      await deleteUserRow(tx, user.id);
      return succeed(operatedUser(user));
    },
    (user) => [actionOn("user.delete", user)],
  );
}

function actionOn(action: string, { email }: Pick<OperatedUser, "email">): AuditedAction {
  return { accountId: null, action, subjectKind: "user", subject: email };
}

/** The operator cannot vouch for a mailbox, so the new address is unverified. */
export async function changeEmail(
  control: Control,
  email: string,
  newEmail: string,
): Promise<Result<OperatedUser & { readonly formerEmail: string }>> {
  const valid = validateEmail(newEmail);
  if (!valid.ok) return valid;
  return commitPeopleAnd(control, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) return unknownUser(email);
    const holder = await findUserByEmail(tx, valid.value);
    if (holder !== undefined && holder.id !== user.id) return emailTaken(valid.value);
    const changed = { ...user, email: valid.value, email_verified_at: null };
    await writeAddress(tx, user, { email: changed.email, verifiedAt: null });
    const entry = {
      accountId: null,
      action: "user.change-email",
      subjectKind: "user",
      subject: user.email,
      before: { email: user.email },
      after: { email: changed.email, email_verified: false },
    };
    const value = { ...operatedUser(changed), formerEmail: user.email };
    return succeed({ value, audit: [entry], changes: [] });
  });
}

/** For a person who has lost the authenticator and the recovery codes. */
export async function turnOffTotp(control: Control, user: Pick<OperatedUser, "id" | "email">): Promise<void> {
  await commitPeople(
    control,
    async (tx) => {
      await updateUser(tx, user.id, { totp_sealed: null, totp_confirmed_at: null, wrong_codes: 0 });
      await deleteRecoveryCodes(tx, user.id);
      return succeed(null);
    },
    () => [actionOn("totp.disable", user)],
  );
}

function unknownUser(email: string): Refusal {
  return refuse("unknown_user", `No person has the email address ${email}.`);
}

function operatedUser(user: UserRow): OperatedUser {
  return {
    id: user.id,
    uuid: user.uuid,
    email: user.email,
    name: user.name,
    hasPassword: user.password_hash !== noPassword,
    isEmailVerified: user.email_verified_at !== null,
  };
}

/** Checked before an account is created for a person who then cannot own it. */
export async function refuseExisting(control: Control, email: string): Promise<Result<null>> {
  const known = await findUserByEmail(control.db, email);
  return known === undefined ? succeed(null) : personExists(known);
}

function personExists({ email, email_verified_at: verifiedAt }: UserRow): Refusal {
  const address =
    verifiedAt === null
      ? "The address is not verified: the person who signs in with it may not own it."
      : "The address is verified.";
  return refuse(
    "person_exists",
    `A person with the address ${email} already exists. ${address} If you mean this person, repeat the command with --existing.`,
  );
}
