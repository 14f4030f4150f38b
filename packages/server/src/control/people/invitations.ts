import type { Role } from "@weir/protocol/manage/access";
import type { Insertable } from "kysely";
import { type Account, accountById } from "../accounts/accounts.ts";
import type { Control, ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { InvitationTable } from "../people-schema.ts";
import { inLowerCase } from "./in-lower-case.ts";

export interface Invitation {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** Null if nobody has that email any more. */
  readonly invitedByName: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** 1 if the link was mailed to the address: whoever uses it has proved that the mailbox is theirs. */
  readonly isMailed: 0 | 1;
}

/** An invitation and its account. */
export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly account: Account;
}

/** Returns the open invitations of an account, oldest first. */
export async function listInvitations(
  control: Control,
  accountId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<Invitation[]> {
  return invitationsWithin(control, control.db, accountId)
    .where("expires_at", ">", control.nowUs())
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** `db` may be a transaction. */
export async function findInvitation(
  control: ControlReader,
  db: ControlData,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
): Promise<Invitation | undefined> {
  return invitationsWithin(control, db, accountId).where("uuid", "=", uuid).executeTakeFirst();
}

/** Finds an invitation by the hash of its token, even if it has expired. */
export async function findInvitationByToken(
  db: ControlData,
  tokenHash: Uint8Array,
): Promise<OpenInvitation | undefined> {
  const found = await invitations(db)
    .select("account_id as accountId")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { accountId, ...invitation } = found;
  return { invitation, account: await accountById(db, accountId) };
}

/** Counts all invitations of an account. */
export async function countInvitations(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertInvitation(
  tx: ControlTransaction,
  invitation: Insertable<InvitationTable>,
): Promise<Invitation> {
  const { id } = await tx
    .insertInto("invitations")
    .values(invitation)
    .returning("id")
    .executeTakeFirstOrThrow();
  return invitations(tx).where("id", "=", id).executeTakeFirstOrThrow();
}

export async function deleteInvitation(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("invitations").where("id", "=", id).execute();
}

/** Deletes the expired invitations of an account, and those to the address. */
export async function deleteVoidInvitations(
  tx: ControlTransaction,
  accountId: number,
  { email, nowUs }: { readonly email: string; readonly nowUs: number },
): Promise<void> {
  await tx
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where(({ eb, fn, or }) =>
      or([eb("expires_at", "<=", nowUs), eb(fn<string>("lower", ["email"]), "=", inLowerCase(email))]),
    )
    .execute();
}

function invitationsWithin(control: ControlReader, db: ControlData, accountId: number) {
  const ofAccount = invitations(db).where("account_id", "=", accountId);
  return control.accountId === null ? ofAccount : ofAccount.where("account_id", "=", control.accountId);
}

function invitations(db: ControlData) {
  return db
    .selectFrom("invitations")
    .select([
      "id",
      "uuid",
      "email",
      "role",
      "invited_by as invitedBy",
      "created_at as createdAt",
      "expires_at as expiresAt",
      "is_mailed as isMailed",
    ])
    .select((invitation) =>
      invitation
        .selectFrom("users")
        .select("users.name")
        .innerJoin("memberships", "memberships.user_id", "users.id")
        .where(({ eb, fn }) => eb(fn("lower", ["users.email"]), "=", fn("lower", ["invitations.invited_by"])))
        // By now the address may belong to a person of another account.
        .whereRef("memberships.account_id", "=", "invitations.account_id")
        .as("invitedByName"),
    );
}
