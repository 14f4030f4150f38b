import type { Insertable, Updateable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { SessionTable } from "../people-schema.ts";

export interface ListedSession {
  readonly id: number;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly source: string;
  readonly userAgent: string;
}

/** One session of a person. */
export interface OwnSession {
  readonly userId: number;
  readonly sessionId: number;
}

/** Finds a session with the person's address, even if it has ended. */
export async function findSessionByToken(db: ControlData, tokenHash: Uint8Array) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "user_id")
    .select([
      "sessions.id",
      "user_id as userId",
      "email",
      "sessions.created_at as createdAt",
      "last_used_at as lastUsedAt",
      "expires_at as expiresAt",
      "proved_at as provedAt",
    ])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Returns the open sessions, newest first. */
export function sessionsOfUser(db: ControlData, userId: number, nowUs: number): Promise<ListedSession[]> {
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

/** Returns the sources of the person's sessions that were used since then, each once. */
export async function sourcesOfUser(db: ControlData, userId: number, sinceUs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("source")
    .distinct()
    .where("user_id", "=", userId)
    .where("last_used_at", ">", sinceUs)
    .execute();
  return rows.map(({ source }) => source);
}

/** Returns its id. */
export async function insertSession(
  tx: ControlTransaction,
  session: Insertable<SessionTable>,
): Promise<number> {
  const { id } = await tx.insertInto("sessions").values(session).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** With `nowUs`, a session that was ended meanwhile is not revived. */
export async function updateSession(
  tx: ControlTransaction,
  { userId, sessionId }: OwnSession,
  { nowUs, ...values }: Updateable<SessionTable> & { readonly nowUs?: number },
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set(values)
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .$if(nowUs !== undefined, (query) => query.where("expires_at", ">", nowUs!))
    .execute();
}

/** Returns false if the person has no such open session. */
export async function deleteOpenSession(
  tx: ControlTransaction,
  { userId, sessionId }: OwnSession,
  nowUs: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowUs)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all sessions of a person, also ended ones, except the given one. */
export async function deleteSessions(
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

/** Deletes sessions of everybody that have ended and were not used since then. */
export async function deleteEndedSessions(
  tx: ControlTransaction,
  { nowUs, usedUntilUs }: { readonly nowUs: number; readonly usedUntilUs: number },
): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("expires_at", "<=", nowUs)
    .where("last_used_at", "<=", usedUntilUs)
    .execute();
}

/** Deletes the surplus sessions of a person: ended ones first, then those unused for longest. */
export async function deleteSurplusSessions(
  tx: ControlTransaction,
  userId: number,
  { keptMax, nowUs }: { readonly keptMax: number; readonly nowUs: number },
): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "not in", (db) =>
      db
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy((order) => order("expires_at", ">", nowUs), "desc")
        .orderBy("last_used_at", "desc")
        .orderBy("id", "desc")
        .limit(keptMax),
    )
    .execute();
}
