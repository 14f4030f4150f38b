import type { Role } from "@weir/protocol/manage/access";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import { inLowerCase } from "./in-lower-case.ts";
import { noPassword } from "./users.ts";

/** A person in an account. */
export interface Member {
  readonly userId: number;
  readonly uuid: string;
  readonly email: string;
  readonly emailVerifiedAt: number | null;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: number;
}

export interface Membership {
  readonly accountId: number;
  readonly userId: number;
}

/** What a member is found by; an address in any case of letters. */
type MemberKey = { readonly uuid: string } | { readonly userId: number } | { readonly email: string };

/** Ordered by email address, which is also the order of `afterEmail`. */
export async function listMembers(
  control: ControlReader,
  accountId: number,
  { afterEmail, limit }: { readonly afterEmail?: string | undefined; readonly limit: number },
): Promise<Member[]> {
  return membersWithin(control, control.db, accountId)
    .$if(afterEmail !== undefined, (members) =>
      members.where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), ">", inLowerCase(afterEmail!))),
    )
    .orderBy(({ fn }) => fn("lower", ["email"]))
    .limit(limit)
    .execute();
}

/** `db` may be a transaction. */
export function findMember(
  control: ControlReader,
  db: ControlData,
  { accountId, ...key }: MemberKey & { readonly accountId: number },
): Promise<Member | undefined> {
  const members = membersWithin(control, db, accountId);
  if ("uuid" in key) return members.where("uuid", "=", key.uuid).executeTakeFirst();
  if ("email" in key) {
    return members
      .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", inLowerCase(key.email)))
      .executeTakeFirst();
  }
  return members.where("users.id", "=", key.userId).executeTakeFirst();
}

function membersWithin(control: ControlReader, db: ControlData, accountId: number) {
  const members = db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select([
      "users.id as userId",
      "uuid",
      "email",
      "email_verified_at as emailVerifiedAt",
      "name",
      "role",
      "memberships.created_at as joinedAt",
    ])
    .where("account_id", "=", accountId);
  return control.accountId === null ? members : members.where("account_id", "=", control.accountId);
}

/** Returns the ids of the people in an account. */
export async function memberIds(db: ControlData, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("account_id", "=", accountId)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Returns the ids of the owners of an account. */
export async function ownersOf(db: ControlData, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Returns the addresses of members who have proved that the mailbox is theirs. */
export async function verifiedEmails(db: ControlData, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select("email")
    .where("account_id", "=", accountId)
    .where("email_verified_at", "is not", null)
    .execute();
  return rows.map(({ email }) => email);
}

/**
 * Returns whether the account keeps an owner without this person. Owners without a password cannot sign in, so they count only
 * beside others who cannot either.
 */
export async function hasOtherOwner(db: ControlData, { accountId, userId }: Membership): Promise<boolean> {
  const owners = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "user_id")
    .select(["user_id as id", "password_hash as passwordHash"])
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .execute();
  const signsIn = ({ passwordHash }: { readonly passwordHash: string }) => passwordHash !== noPassword;
  const others = owners.filter(({ id }) => id !== userId);
  const own = owners.find(({ id }) => id === userId);
  return others.some(signsIn) || (others.length > 0 && own !== undefined && !signsIn(own));
}

export async function insertMembership(
  tx: ControlTransaction,
  { accountId, userId, role, nowUs }: Membership & { readonly role: Role; readonly nowUs: number },
): Promise<void> {
  const row = { account_id: accountId, user_id: userId, role, created_at: nowUs };
  await tx.insertInto("memberships").values(row).execute();
}

/** Makes the person an owner, whether or not they have a role in the account. */
export async function putOwner(
  tx: ControlTransaction,
  { accountId, userId, nowUs }: Membership & { readonly nowUs: number },
): Promise<void> {
  await tx
    .insertInto("memberships")
    .values({ account_id: accountId, user_id: userId, role: "owner", created_at: nowUs })
    .onConflict((conflict) => conflict.columns(["account_id", "user_id"]).doUpdateSet({ role: "owner" }))
    .execute();
}

export async function updateRole(
  tx: ControlTransaction,
  { accountId, userId, role }: Membership & { readonly role: Role },
): Promise<void> {
  await tx
    .updateTable("memberships")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
}

export async function deleteMembership(
  tx: ControlTransaction,
  { accountId, userId }: Membership,
): Promise<void> {
  await tx
    .deleteFrom("memberships")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
}
