import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  deleteEndedSessions,
  deleteOpenSession,
  deleteSessions,
  deleteSurplusSessions,
  findSessionByToken,
  insertSession,
  type OwnSession,
  updateSession,
} from "../../control/people/sessions.ts";
import { sessionAgeMaxS } from "../../web/session-age-max.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { commitPeople } from "./commit-people.ts";
import { ownAction } from "./own-action.ts";

/**
 * Sessions of people. The holder of the token is signed in until the session was idle for 30 days, is 90 days old, or
 * was ended. This is checked with every request, so an end applies at once. A session that its owner ended, or that
 * expired, stays for a while to remember where the person signs in from (see known-sources.ts). A revoked one is
 * deleted, and its source with it.
 */
const dayUs = 86_400_000_000;
const idleMaxUs = 30 * dayUs;

const ageMaxUs = sessionAgeMaxS * 1_000_000;
/** A session's last use is written at most this often, so that reading does not cause writes. */
const touchEveryUs = 3_600_000_000;
/** If there are more, the oldest are deleted. */
export const sessionsPerUserMax = 100;
export const sourceMemoryUs = 30 * dayUs;
const userAgentMaxLength = 300;

export interface Origin {
  readonly source: string;
  readonly userAgent: string;
}

export interface IssuedSession {
  readonly id: number;
  /** Only goes into the cookie. */
  readonly token: string;
}

interface OpenSession {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  /** When the person last entered a password or code in it. */
  readonly provedAt: number;
}

/** Always with a new token, so that nobody can be made to sign in with a token that somebody else knows. */
export async function createSession(
  tx: ControlTransaction,
  userId: number,
  { source, userAgent }: Origin,
  nowUs: number,
): Promise<IssuedSession> {
  const token = generateSecret();
  const id = await insertSession(tx, {
    user_id: userId,
    token_hash: hashSecret(token),
    created_at: nowUs,
    last_used_at: nowUs,
    expires_at: nowUs + idleMaxUs,
    source,
    user_agent: userAgent.slice(0, userAgentMaxLength).toWellFormed(),
    proved_at: nowUs,
  });
  await deleteEndedSessions(tx, { nowUs, usedUntilUs: nowUs - sourceMemoryUs });
  await deleteSurplusSessions(tx, userId, { keptMax: sessionsPerUserMax, nowUs });
  return { id, token };
}

/** Null if the token is invalid, or its session has ended. Extends the session. */
export async function findSession(control: Control, token: string): Promise<OpenSession | null> {
  const nowUs = control.nowUs();
  const found = await findSessionByToken(control.db, hashSecret(token));
  if (found === undefined || found.expiresAt <= nowUs) return null;
  const { id, userId, email, provedAt } = found;
  if (nowUs - found.lastUsedAt >= touchEveryUs) {
    const used = { last_used_at: nowUs, expires_at: Math.min(nowUs + idleMaxUs, found.createdAt + ageMaxUs) };
    await control.transact((tx) => updateSession(tx, { userId, sessionId: id }, { nowUs, ...used }));
  }
  return { id, userId, email, provedAt };
}

/**
 * Gives a session a new token and ends all others of the person, after the password or the second factor has changed. A
 * stolen token is worthless from then on. The session itself continues.
 */
export async function renewSession(
  tx: ControlTransaction,
  own: OwnSession,
  nowUs: number,
): Promise<IssuedSession> {
  await deleteSessions(tx, own.userId, own.sessionId);
  const token = generateSecret();
  await updateSession(tx, own, { token_hash: hashSecret(token), proved_at: nowUs });
  return { id: own.sessionId, token };
}

/** Signs out: the token is dead, and the source stays known. */
export async function endSession(tx: ControlTransaction, own: OwnSession, nowUs: number): Promise<void> {
  await updateSession(tx, own, { nowUs, expires_at: nowUs });
}

export function revokeSession(control: Control, own: OwnSession): Promise<Result<null>> {
  return commitPeople(
    control,
    async (tx) => {
      if (await deleteOpenSession(tx, own, control.nowUs())) return succeed(null);
      return refuse("unknown_session", "This session does not exist. It may have ended in the meantime.");
    },
    () => [ownAction(control, "session.revoke", { before: { session: own.sessionId } })],
  );
}
