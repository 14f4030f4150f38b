import type { Role } from "@weir/protocol/manage/access";
import type { Account } from "../accounts/accounts.ts";
import type { ControlData, ControlReader } from "../control.ts";
import { hasOtherOwner } from "./memberships.ts";
import { noPassword } from "./users.ts";

/** An account as one of its members sees it. */
export interface AccountOfUser extends Account {
  readonly role: Role;
}

/** Returns the accounts of a person, oldest first. */
export async function listAccountsOfUser(
  { db }: Pick<ControlReader, "db">,
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

interface RoleOfUser {
  readonly userId: number;
  /** The UUID and the name of the account. */
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
}

/** Returns the roles of all people in all accounts, oldest account first. */
export async function rolesOfEverybody(db: ControlData): Promise<RoleOfUser[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select(["user_id as userId", "accounts.uuid", "accounts.name", "role"])
    .orderBy("accounts.id")
    .execute();
}

export async function countOwnedAccounts(db: ControlData, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("memberships")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns an account that has other members, but would have no owner who can sign in without this person. */
export async function accountOwnedAlone(
  db: ControlData,
  userId: number,
): Promise<{ readonly name: string } | undefined> {
  const owned = await db
    .selectFrom("memberships as own")
    .innerJoin("accounts", "accounts.id", "own.account_id")
    .select(["accounts.id", "accounts.name"])
    .where("own.user_id", "=", userId)
    .where("own.role", "=", "owner")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("memberships as other")
          .select("other.user_id")
          .whereRef("other.account_id", "=", "own.account_id")
          .where("other.user_id", "!=", userId),
      ),
    )
    .execute();
  for (const { id: accountId, name } of owned) {
    if (!(await hasOtherOwner(db, { accountId, userId }))) return { name };
  }
  return undefined;
}

/** Returns whether any account has an owner who can sign in with a password. */
export async function hasOwner(db: ControlData): Promise<boolean> {
  const owner = await db
    .selectFrom("users")
    .innerJoin("memberships", "user_id", "users.id")
    .select("users.id")
    .where("role", "=", "owner")
    .where("password_hash", "!=", noPassword)
    .executeTakeFirst();
  return owner !== undefined;
}
