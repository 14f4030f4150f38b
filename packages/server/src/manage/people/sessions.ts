import type { ControlReader, ControlStore, ControlTransaction } from "../../control/control-store.ts";
import { generateSecret, hashSecret } from "./one-time-secret.ts";
import { ownAction } from "./own-action.ts";
import { commitPeople, type PeopleResult, refusePerson } from "./people-result.ts";

/**
 * Sessions of people. Whoever holds the token is signed in until the session was idle for 30 days, is 90 days old, or
 * was ended; that is looked up with every request, so an end is in force at once. A session that its owner ended, or that
 * ran out, stays for a while as the memory of where the person signs in from (see known-sources.ts); one that was revoked
 * is gone, and its source with it.
 */
const dayUs = 86_400_000_000;
const idleMaxUs = 30 * dayUs;
export const sessionAgeMaxS = 90 * 86_400;
const ageMaxUs = sessionAgeMaxS * 1_000_000;
/** A session's last use is written at most this often, so that reading is not writing. */
const touchEveryUs = 3_600_000_000;
/** The oldest go when there are more. */
export const sessionsPerUserMax = 100;
export const sourceMemoryUs = 30 * dayUs;
const userAgentMaxLength = 300;

export interface Origin {
  readonly source: string;
  readonly userAgent: string;
}

export interface IssuedSession {
  readonly id: number;
  /** Goes into the cookie, and nowhere else. */
  readonly token: string;
}

export interface LiveSession {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  /** When the person last gave a password or a code in it. */
  readonly provedAt: number;
}

export interface ListedSession {
  readonly id: number;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly source: string;
  readonly userAgent: string;
}

/** Always with a new token, so that nobody can be made to sign in with one that somebody else knows. */
export async function createSession(
  tx: ControlTransaction,
  userId: number,
  { source, userAgent }: Origin,
  nowUs: number,
): Promise<IssuedSession> {
  const token = generateSecret();
  const { id } = await tx
    .insertInto("sessions")
    .values({
      user_id: userId,
      token_hash: hashSecret(token),
      created_at: nowUs,
      last_used_at: nowUs,
      expires_at: nowUs + idleMaxUs,
      source,
      user_agent: userAgent.slice(0, userAgentMaxLength).toWellFormed(),
      proved_at: nowUs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await forgetOldSessions(tx, userId, nowUs);
  return { id, token };
}

/** Null when the token is none, or its session has ended. Slides the session's end along. */
export async function findSession(store: ControlStore, token: string): Promise<LiveSession | null> {
  const nowUs = store.nowUs();
  const found = await store.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "user_id")
    .select([
      "sessions.id",
      "user_id as userId",
      "email",
      "sessions.created_at",
      "last_used_at",
      "expires_at",
      "proved_at as provedAt",
    ])
    .where("token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (found === undefined || found.expires_at <= nowUs) return null;
  if (nowUs - found.last_used_at >= touchEveryUs) {
    const expiresAt = Math.min(nowUs + idleMaxUs, found.created_at + ageMaxUs);
    await store.transact((tx) =>
      tx
        .updateTable("sessions")
        .set({ last_used_at: nowUs, expires_at: expiresAt })
        .where("id", "=", found.id)
        // One that was ended meanwhile must not come back.
        .where("expires_at", ">", nowUs)
        .execute(),
    );
  }
  const { id, userId, email, provedAt } = found;
  return { id, userId, email, provedAt };
}

/**
 * Gives a session a new token and ends all others of the person, where the password or the second factor has changed:
 * a token that somebody else has got hold of is worthless from then on. The session itself goes on.
 */
export async function renewSession(
  tx: ControlTransaction,
  userId: number,
  sessionId: number,
  nowUs: number,
): Promise<IssuedSession> {
  await revokeSessions(tx, userId, sessionId);
  const token = generateSecret();
  await tx
    .updateTable("sessions")
    .set({ token_hash: hashSecret(token), proved_at: nowUs })
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .execute();
  return { id: sessionId, token };
}

/** Those in force, the newest first. */
export function listSessions({ db }: ControlReader, userId: number, nowUs: number): Promise<ListedSession[]> {
  return db
    .selectFrom("sessions")
    .select([
      "id",
      "created_at as createdAt",
      "last_used_at as lastUsedAt",
      "expires_at as expiresAt",
      "source",
      "user_agent as userAgent",
    ])
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowUs)
    .orderBy("id", "desc")
    .execute();
}

/** Signs out: the token is dead, the source stays known. */
export async function endSession(
  tx: ControlTransaction,
  userId: number,
  sessionId: number,
  nowUs: number,
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ expires_at: nowUs })
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowUs)
    .execute();
}

export function revokeSession(
  store: ControlStore,
  userId: number,
  sessionId: number,
): Promise<PeopleResult<null>> {
  return commitPeople(
    store,
    async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .where("user_id", "=", userId)
        .where("expires_at", ">", store.nowUs())
        .executeTakeFirst();
      if (numDeletedRows > 0n) return { ok: true, value: null };
      return refusePerson("unknown_session", "You have no such session. It may have ended meanwhile.");
    },
    () => [ownAction(store, "session.revoke", { before: { session: sessionId } })],
  );
}

/** All of a person's sessions but one, also those that have ended; all where none is spared. */
export async function revokeSessions(
  tx: ControlTransaction,
  userId: number,
  sparedId: number | null,
): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(sparedId !== null, (sessions) => sessions.where("id", "!=", sparedId!))
    .execute();
}

async function forgetOldSessions(tx: ControlTransaction, userId: number, nowUs: number): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("expires_at", "<=", nowUs)
    .where("last_used_at", "<=", nowUs - sourceMemoryUs)
    .execute();
  // Ended ones go before those in force, and the longest unused first.
  await tx
    .deleteFrom("sessions")
    .where("id", "in", (db) =>
      db
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy((order) => order("expires_at", ">", nowUs), "desc")
        .orderBy("last_used_at", "desc")
        .orderBy("id", "desc")
        .limit(-1)
        .offset(sessionsPerUserMax),
    )
    .execute();
}
