import { randomUUID } from "node:crypto";
import type { Role } from "@weir/protocol/manage/access";
import type { Kysely } from "kysely";
import type { ControlSchema } from "../../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../../control/control-store.ts";
import { type Account, accountExists } from "../accounts.ts";
import { actionOnInvitation, auditedInvitation } from "./invitation-actions.ts";
import { invitationGone, inviterUnverified } from "./invitation-refusals.ts";
import { alreadyMember, findMember } from "./members.ts";
import { generateSecret, hashSecret } from "./one-time-secret.ts";
import { commitPeople, type PeopleResult, refusePerson } from "./people-result.ts";
import { findUserByEmail, validateEmail } from "./users.ts";

/**
 * How people come into an account: an owner names an e-mail address and a role, and whoever holds the link joins with it,
 * once, within seven days. Inviting the same address again makes a new link and ends the old one.
 */
export interface Invitation {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** Null where nobody has that e-mail any more. */
  readonly invitedByName: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** 1 where the link went to the address by mail: whoever uses it has proved that the mailbox is theirs. */
  readonly isMailed: 0 | 1;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** Whether the link goes to the address by mail, and to nobody else; else the inviter hands it on. */
  readonly isMailed: boolean;
}

export interface IssuedInvitation extends Invitation {
  readonly token: string;
}

export const invitationsPerAccountMax = 100;
const lifeUs = 7 * 86_400_000_000;

export async function createInvitation(
  store: ControlStore,
  accountId: number,
  { email: emailInput, role, invitedBy, isMailed }: NewInvitation,
): Promise<PeopleResult<IssuedInvitation>> {
  const email = validateEmail(emailInput);
  if (!email.ok) return email;
  const token = generateSecret();
  const createdAt = store.nowUs();
  return commitPeople(
    store,
    async (tx) => {
      if (!(await accountExists(store, tx, accountId))) {
        return refusePerson("unknown_account", "There is no such account.");
      }
      if (await findMember(store, tx, { accountId, email: email.value })) return alreadyMember();
      // The mail goes out in the inviter's name, so it has to be theirs.
      if (isMailed && !(await isVerified(tx, invitedBy))) return inviterUnverified();
      await tx
        .deleteFrom("invitations")
        .where("account_id", "=", accountId)
        .where(({ eb, or }) => or([eb("expires_at", "<=", createdAt), eb("email", "=", email.value)]))
        .execute();
      const open = await invitationsWithin(store, tx, accountId).execute();
      if (open.length >= invitationsPerAccountMax) {
        const message = `An account can have at most ${invitationsPerAccountMax} open invitations.`;
        return refusePerson("too_many_invitations", message);
      }
      const { id } = await tx
        .insertInto("invitations")
        .values({
          uuid: randomUUID(),
          account_id: accountId,
          email: email.value,
          role,
          token_hash: hashSecret(token),
          invited_by: invitedBy,
          created_at: createdAt,
          expires_at: createdAt + lifeUs,
          is_mailed: isMailed ? 1 : 0,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const made = await invitations(tx).where("id", "=", id).executeTakeFirstOrThrow();
      return { ok: true, value: { ...made, token } };
    },
    (made) => [
      { ...actionOnInvitation(accountId, "invitation.create", made), after: auditedInvitation(made) },
    ],
  );
}

/** Those that can still be accepted, the oldest first. */
export async function listInvitations(
  store: ControlStore,
  accountId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<Invitation[]> {
  return invitationsWithin(store, store.db, accountId)
    .where("expires_at", ">", store.nowUs())
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function revokeInvitation(
  store: ControlStore,
  accountId: number,
  uuid: string,
): Promise<PeopleResult<Invitation>> {
  return commitPeople(
    store,
    async (tx) => {
      const found = await invitationsWithin(store, tx, accountId).where("uuid", "=", uuid).executeTakeFirst();
      if (found === undefined)
        return refusePerson("unknown_invitation", "The account has no such invitation.");
      await tx.deleteFrom("invitations").where("id", "=", found.id).execute();
      return { ok: true, value: found };
    },
    (found) => [
      { ...actionOnInvitation(accountId, "invitation.revoke", found), before: auditedInvitation(found) },
    ],
  );
}

/** For whoever holds the link, before they accept. */
export async function showInvitation(
  store: ControlStore,
  token: string,
): Promise<PeopleResult<OpenInvitation>> {
  const found = await findByToken(store.db, token);
  if (found === undefined) {
    const message = "There is no such invitation. It was used or revoked, or a part of the link is missing.";
    return refusePerson("unknown_invitation", message);
  }
  return found.invitation.expiresAt > store.nowUs() ? { ok: true, value: found } : invitationGone();
}

export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly account: Account;
}

/** By what stands in its link, while it can be accepted. */
export async function findOpenInvitation(
  db: Kysely<ControlSchema>,
  token: string,
  nowUs: number,
): Promise<OpenInvitation | undefined> {
  const found = await findByToken(db, token);
  return found !== undefined && found.invitation.expiresAt > nowUs ? found : undefined;
}

async function findByToken(db: Kysely<ControlSchema>, token: string): Promise<OpenInvitation | undefined> {
  const invitation = await invitations(db)
    .select("account_id as accountId")
    .where("token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (invitation === undefined) return undefined;
  const { accountId, ...rest } = invitation;
  const account = await db
    .selectFrom("accounts")
    .select(["id", "uuid", "name", "created_at as createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { invitation: rest, account };
}

async function isVerified(tx: ControlTransaction, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx, email);
  return user !== undefined && user.email_verified_at !== null;
}

function invitationsWithin(store: ControlReader, db: Kysely<ControlSchema>, accountId: number) {
  const ofAccount = invitations(db).where("account_id", "=", accountId);
  return store.accountId === null ? ofAccount : ofAccount.where("account_id", "=", store.accountId);
}

function invitations(db: Kysely<ControlSchema>) {
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
        .whereRef("users.email", "=", "invitations.invited_by")
        // Another tenant's person may have the address by now.
        .whereRef("memberships.account_id", "=", "invitations.account_id")
        .as("invitedByName"),
    );
}
