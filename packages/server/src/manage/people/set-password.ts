import type { ControlTransaction } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import { fitsPassword, hashPassword, refusePassword } from "./password.ts";
import { commitPeople, type PeopleRefusal, type PeopleResult, refusePerson } from "./people-result.ts";
import { revokeSessions } from "./sessions.ts";
import { findUserById } from "./users.ts";

/**
 * Writes a new password. Whoever was signed in with the old one is signed out, but for the session that is spared, and
 * links that would set another are void.
 */
export async function writePassword(
  tx: ControlTransaction,
  userId: number,
  { hash, sparedSessionId, nowUs }: { hash: string; sparedSessionId: number | null; nowUs: number },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ password_hash: hash, password_changed_at: nowUs })
    .where("id", "=", userId)
    .execute();
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await revokeSessions(tx, userId, sparedSessionId);
}

export interface PasswordChange {
  readonly userId: number;
  readonly sessionId: number;
  readonly oldPassword: string;
  readonly newPassword: string;
}

export async function changePassword(
  store: ControlStore,
  { userId, sessionId, oldPassword, newPassword }: PasswordChange,
): Promise<PeopleResult<null>> {
  const checked = await findUserById(store.db, userId);
  const refused = refusePassword(newPassword, checked ?? {});
  if (refused) return refused;
  if (!(await fitsPassword(oldPassword, checked?.password_hash))) return wrongPassword();
  const hash = await hashPassword(newPassword);
  return commitPeople(store, async (tx) => {
    const user = await findUserById(tx, userId);
    if (user?.password_hash !== checked?.password_hash) return wrongPassword();
    await writePassword(tx, userId, { hash, sparedSessionId: sessionId, nowUs: store.nowUs() });
    return { ok: true, value: null };
  });
}

/** For the operator, who needs no old one. */
export async function setPassword(
  store: ControlStore,
  userId: number,
  password: string,
): Promise<PeopleResult<null>> {
  const holder = await findUserById(store.db, userId);
  const refused = refusePassword(password, holder ?? {});
  if (refused) return refused;
  const hash = await hashPassword(password);
  return commitPeople(store, async (tx) => {
    await writePassword(tx, userId, { hash, sparedSessionId: null, nowUs: store.nowUs() });
    return { ok: true, value: null };
  });
}

function wrongPassword(): PeopleRefusal {
  return refusePerson("wrong_password", "The password is wrong.");
}
