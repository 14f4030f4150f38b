import type { Role } from "@weir/protocol/manage/access";
import { type Account, accountExists } from "../accounts.ts";
import type { ControlTransaction } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import { insertMember } from "./members.ts";
import { noPassword } from "./password.ts";
import { commitPeople, type PeopleRefusal, type PeopleResult, refusePerson } from "./people-result.ts";
import { removeRecoveryCodes } from "./recovery-codes.ts";
import { findUserByEmail, insertUser } from "./users.ts";

/** What the operator does about people on the command line, where nobody is signed in. */
export interface OperatedUser {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly hasPassword: boolean;
}

export interface UserToAdd {
  readonly email: string;
  readonly name?: string | undefined;
  readonly account: Account;
  readonly role: Role;
}

/** Makes somebody a member of an account, and a person where they are none yet: then without a password. */
export async function addUser(
  store: ControlStore,
  { email, name, account, role }: UserToAdd,
): Promise<PeopleResult<OperatedUser>> {
  return commitPeople(store, async (tx) => {
    const nowUs = store.nowUs();
    if (!(await accountExists(store, tx, account.id))) {
      return refusePerson("unknown_account", "There is no such account.");
    }
    const known = await findUserByEmail(tx, email);
    const fresh = { email, name: name ?? email.split("@")[0]!, passwordHash: noPassword };
    const user = known ? { ok: true as const, value: known } : await insertUser(tx, fresh, nowUs);
    if (!user.ok) return user;
    const { id: userId, uuid, email: address, password_hash: hash } = user.value;
    const declined = await insertMember(tx, { accountId: account.id, userId, role, nowUs });
    if (declined !== null) return declined;
    return { ok: true, value: { id: userId, uuid, email: address, hasPassword: hash !== noPassword } };
  });
}

export async function findUser(store: ControlStore, email: string): Promise<PeopleResult<OperatedUser>> {
  const user = await findUserByEmail(store.db, email);
  if (user === undefined) return unknownUser(email);
  const { id, uuid, password_hash: hash } = user;
  return { ok: true, value: { id, uuid, email: user.email, hasPassword: hash !== noPassword } };
}

/** With their sessions and memberships. An account that has people keeps an owner. */
export async function deleteUser(store: ControlStore, email: string): Promise<PeopleResult<OperatedUser>> {
  return commitPeople(store, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) return unknownUser(email);
    const orphan = await accountOwnedAlone(tx, user.id);
    if (orphan !== undefined) {
      return refusePerson(
        "last_owner",
        `${user.email} is the only owner of account "${orphan.name}", which has other members. Make another of them owner first.`,
      );
    }
    await tx.deleteFrom("users").where("id", "=", user.id).execute();
    const { id, uuid, password_hash: hash } = user;
    return { ok: true, value: { id, uuid, email: user.email, hasPassword: hash !== noPassword } };
  });
}

/** For somebody who has lost the authenticator and the recovery codes. */
export async function turnOffTotp(store: ControlStore, userId: number): Promise<void> {
  await commitPeople(store, async (tx) => {
    const off = { totp_sealed: null, totp_confirmed_at: null };
    await tx.updateTable("users").set(off).where("id", "=", userId).execute();
    await removeRecoveryCodes(tx, userId);
    return { ok: true, value: null };
  });
}

function accountOwnedAlone(tx: ControlTransaction, userId: number): Promise<{ name: string } | undefined> {
  return tx
    .selectFrom("memberships as own")
    .innerJoin("accounts", "accounts.id", "own.account_id")
    .select("accounts.name")
    .where("own.user_id", "=", userId)
    .where("own.role", "=", "owner")
    .where(({ exists, not, selectFrom }) => {
      const others = selectFrom("memberships as other")
        .select("other.user_id")
        .whereRef("other.account_id", "=", "own.account_id")
        .where("other.user_id", "!=", userId);
      return exists(others).and(not(exists(others.where("other.role", "=", "owner"))));
    })
    .executeTakeFirst();
}

function unknownUser(email: string): PeopleRefusal {
  return refusePerson("unknown_user", `Nobody has the e-mail address ${email}.`);
}
