import type { Role } from "@weir/protocol/manage/access";
import type { ControlReader } from "../control-store.ts";

export interface AccountRole {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
}

/** What the person is in the account; null when nothing, or there is no such account. */
export async function roleInAccount(
  { db }: ControlReader,
  userId: number,
  accountUuid: string,
): Promise<AccountRole | null> {
  const found = await db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select(["accounts.id", "accounts.uuid", "accounts.name", "role"])
    .where("user_id", "=", userId)
    .where("accounts.uuid", "=", accountUuid)
    .executeTakeFirst();
  return found ?? null;
}

/** All the accounts of a person, by name. */
export function rolesOf({ db }: ControlReader, userId: number): Promise<AccountRole[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select(["accounts.id", "accounts.uuid", "accounts.name", "role"])
    .where("user_id", "=", userId)
    .orderBy("accounts.name")
    .execute();
}
