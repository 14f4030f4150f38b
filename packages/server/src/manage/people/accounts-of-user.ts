import type { Role } from "@weir/protocol/manage/access";
import type { ControlReader, ControlStore } from "../../control/control-store.ts";
import { type Account, accountExists, insertAccount } from "../accounts.ts";
import { validateName } from "../validate-text.ts";
import {
  type Change,
  commitPeopleAnd,
  type PeopleRefusal,
  type PeopleResult,
  refusePerson,
} from "./people-result.ts";

/** An account as one of its members sees it. */
export interface AccountOfUser extends Account {
  readonly role: Role;
}

export const accountsPerOwnerMax = 50;

/** The accounts a person is a member of, the oldest first. */
export async function listAccountsOfUser(
  { db }: ControlReader,
  userId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<AccountOfUser[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "memberships.account_id")
    .select(["accounts.id", "uuid", "name", "accounts.created_at as createdAt", "role"])
    .where("user_id", "=", userId)
    .where("accounts.id", ">", afterId)
    .orderBy("accounts.id")
    .limit(limit)
    .execute();
}

/** Whoever creates an account is its first owner. */
export async function createAccountOfUser(
  store: ControlStore,
  userId: number,
  name: string,
): Promise<PeopleResult<AccountOfUser>> {
  return commitPeopleAnd(store, async (tx) => {
    const owned = await tx
      .selectFrom("memberships")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("role", "=", "owner")
      .executeTakeFirstOrThrow();
    if (owned.count >= accountsPerOwnerMax) {
      return refusePerson("too_many_accounts", `A person can own at most ${accountsPerOwnerMax} accounts.`);
    }
    const made = await insertAccount(store, tx, name);
    if (!made.ok) return made;
    const { value: account, audit, changes } = made.value;
    await tx
      .insertInto("memberships")
      .values({ account_id: account.id, user_id: userId, role: "owner", created_at: account.createdAt })
      .execute();
    return { ok: true, value: { value: { ...account, role: "owner" as const }, audit, changes } };
  });
}

export async function showAccount(store: ControlReader, accountId: number): Promise<PeopleResult<Account>> {
  if (!(await accountExists(store, store.db, accountId))) return unknownAccount();
  const account = await accountOf(store.db, accountId);
  return { ok: true, value: account };
}

/** `isExpected` says whether the account still is as whoever renames it has seen it. */
export async function renameAccount(
  store: ControlStore,
  accountId: number,
  nameInput: string,
  isExpected: (account: Account) => boolean = () => true,
): Promise<PeopleResult<Change<Account>>> {
  const name = validateName("An account's name", nameInput);
  if (!name.ok) return name;
  return commitPeopleAnd(store, async (tx) => {
    if (!(await accountExists(store, tx, accountId))) return unknownAccount();
    const before = await accountOf(tx, accountId);
    if (!isExpected(before)) {
      return refusePerson("changed_meanwhile", "Somebody else has changed the account meanwhile.");
    }
    await tx.updateTable("accounts").set({ name: name.value }).where("id", "=", accountId).execute();
    const value = { before, after: { ...before, name: name.value } };
    const renamed = { accountId, action: "account.rename", subjectKind: "account", subject: before.uuid };
    const audit = [{ ...renamed, before: { name: before.name }, after: { name: name.value } }] as const;
    return { ok: true, value: { value, audit, changes: [{ kind: "account", accountId }] } };
  });
}

async function accountOf(db: ControlReader["db"], accountId: number): Promise<Account> {
  return db
    .selectFrom("accounts")
    .select(["id", "uuid", "name", "created_at as createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}

function unknownAccount(): PeopleRefusal {
  return refusePerson("unknown_account", "There is no such account.");
}
