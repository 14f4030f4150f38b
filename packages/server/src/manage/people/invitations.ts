import { randomUUID } from "node:crypto";
import type { Role } from "@weir/protocol/manage/access";
import type { Kysely } from "kysely";
import { type Account, accountExists } from "../accounts.ts";
import type { ControlTransaction } from "../commit-change.ts";
import type { ControlSchema } from "../control-schema.ts";
import type { ControlReader, ControlStore } from "../control-store.ts";
import { alreadyMember, insertMember } from "./members.ts";
import { generateSecret, hashSecret } from "./one-time-secret.ts";
import { hashPassword, refusePassword } from "./password.ts";
import { commitPeople, type PeopleRefusal, type PeopleResult, refusePerson } from "./people-result.ts";
import { createSession, type IssuedSession, type Origin } from "./sessions.ts";
import { findUserByEmail, insertUser, type UserRow, validateEmail } from "./users.ts";

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
}

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

export interface IssuedInvitation extends Invitation {
  readonly token: string;
}

/** Somebody has joined. There is a session where they were not signed in before. */
export interface Joined {
  readonly account: Account;
  readonly role: Role;
  readonly invitation: Invitation;
  readonly user: { readonly id: number; readonly uuid: string; readonly email: string };
  readonly session: IssuedSession | null;
}

export interface NewPerson {
  readonly name: string | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
}

export const invitationsPerAccountMax = 100;
const lifeUs = 7 * 86_400_000_000;

export async function createInvitation(
  store: ControlStore,
  accountId: number,
  { email: emailInput, role, invitedBy }: NewInvitation,
): Promise<PeopleResult<IssuedInvitation>> {
  const email = validateEmail(emailInput);
  if (!email.ok) return email;
  const token = generateSecret();
  const createdAt = store.nowUs();
  return commitPeople(store, async (tx) => {
    if (!(await accountExists(store, tx, accountId))) {
      return refusePerson("unknown_account", "There is no such account.");
    }
    if (await isMember(tx, accountId, email.value)) return alreadyMember();
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
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const made = await invitations(tx).where("id", "=", id).executeTakeFirstOrThrow();
    return { ok: true, value: { ...made, token } };
  });
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
  return commitPeople(store, async (tx) => {
    const found = await invitationsWithin(store, tx, accountId).where("uuid", "=", uuid).executeTakeFirst();
    if (found === undefined) return refusePerson("unknown_invitation", "The account has no such invitation.");
    await tx.deleteFrom("invitations").where("id", "=", found.id).execute();
    return { ok: true, value: found };
  });
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

/** For somebody who is signed in. The link counts, not the address it was sent to: people have several. */
export async function acceptAsUser(
  store: ControlStore,
  token: string,
  userId: number,
): Promise<PeopleResult<Joined>> {
  return commitPeople(store, async (tx) => {
    const found = await findOpen(tx, token, store.nowUs());
    if (found === undefined) return invitationGone();
    const user = await tx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (user === undefined) return refusePerson("unknown_user", "You are not signed in any more.");
    return join(tx, { ...found, user, nowUs: store.nowUs() });
  });
}

/** For somebody who is not known yet: makes them, lets them in and signs them in, or nothing of it. */
export async function acceptAsNewPerson(
  store: ControlStore,
  token: string,
  { name, password, origin }: NewPerson,
): Promise<PeopleResult<Joined>> {
  // Looked for before the password is hashed, so that only who holds a link can make the server work.
  const seen = await findOpen(store.db, token, store.nowUs());
  if (seen === undefined) return invitationGone();
  if (await findUserByEmail(store.db, seen.invitation.email)) return signInNeeded();
  if (name === undefined) return refusePerson("name_needed", "Say your name.");
  if (password === undefined) return refusePerson("password_needed", "Choose a password.");
  const refused = refusePassword(password, { email: seen.invitation.email, name });
  if (refused !== null) return refused;
  const passwordHash = await hashPassword(password);
  return commitPeople(store, async (tx) => {
    const nowUs = store.nowUs();
    const found = await findOpen(tx, token, nowUs);
    if (found === undefined) return invitationGone();
    if (await findUserByEmail(tx, found.invitation.email)) return signInNeeded();
    const made = await insertUser(tx, { email: found.invitation.email, name, passwordHash }, nowUs);
    if (!made.ok) return made;
    const joined = await join(tx, { ...found, user: made.value, nowUs });
    if (!joined.ok) return joined;
    const session = await createSession(tx, made.value.id, origin, nowUs);
    return { ok: true, value: { ...joined.value, session } };
  });
}

export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly account: Account;
}

async function join(
  tx: ControlTransaction,
  { invitation, account, user, nowUs }: OpenInvitation & { readonly user: UserRow; readonly nowUs: number },
): Promise<PeopleResult<Joined>> {
  const { role } = invitation;
  const declined = await insertMember(tx, { accountId: account.id, userId: user.id, role, nowUs });
  if (declined !== null) return declined;
  await tx.deleteFrom("invitations").where("id", "=", invitation.id).execute();
  const { id, uuid, email } = user;
  return { ok: true, value: { account, role, invitation, user: { id, uuid, email }, session: null } };
}

async function findOpen(
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

async function isMember(tx: ControlTransaction, accountId: number, email: string): Promise<boolean> {
  const member = await tx
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("users.id")
    .where("account_id", "=", accountId)
    .where("email", "=", email)
    .executeTakeFirst();
  return member !== undefined;
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
    ])
    .select((invitation) =>
      invitation
        .selectFrom("users")
        .select("name")
        .whereRef("users.email", "=", "invitations.invited_by")
        .as("invitedByName"),
    );
}

function invitationGone(): PeopleRefusal {
  return refusePerson(
    "invitation_gone",
    "The invitation was used, revoked or has expired. Ask for a new one.",
  );
}

function signInNeeded(): PeopleRefusal {
  return refusePerson(
    "sign_in_needed",
    "There is somebody with this e-mail address already. Sign in, then accept.",
  );
}
