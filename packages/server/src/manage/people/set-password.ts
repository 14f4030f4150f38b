import type { Control, ControlTransaction } from "../../control/control.ts";
import { deleteEmailLinks } from "../../control/people/email-links.ts";
import { deleteResets } from "../../control/people/password-resets.ts";
import { deleteSessions } from "../../control/people/sessions.ts";
import { findUserById, updateUser } from "../../control/people/users.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { commitPeople, commitPeopleAnd } from "./commit-people.ts";
import { ownAction } from "./own-action.ts";
import { fitsPassword, hashPassword, refusePassword, wrongPassword } from "./password.ts";
import { passwordHolder } from "./password-holder.ts";
import { forgetWrongCodes } from "./second-factor.ts";
import { type IssuedSession, renewSession } from "./sessions.ts";

/**
 * Writes a new password. Everyone who was signed in with the old one is signed out, except for the spared session.
 * Links that would set another password are void, and so is an unconfirmed change of address.
 */
export async function writePassword(
  tx: ControlTransaction,
  userId: number,
  { hash, sparedSessionId, nowUs }: { hash: string; sparedSessionId: number | null; nowUs: number },
): Promise<void> {
  await updateUser(tx, userId, { password_hash: hash, password_changed_at: nowUs });
  await deleteResets(tx, userId);
  // The change of address may have been requested by somebody who knew the old password.
  await deleteEmailLinks(tx, userId, "change");
  await deleteSessions(tx, userId, sparedSessionId);
}

interface PasswordChange {
  readonly userId: number;
  readonly sessionId: number;
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** The session continues under the returned token, and all others end. */
export async function changePassword(
  control: Control,
  { userId, sessionId, oldPassword, newPassword }: PasswordChange,
): Promise<Result<IssuedSession>> {
  const checked = await findUserById(control.db, userId);
  const refused = await refusePassword(newPassword, await passwordHolder(control.db, userId));
  if (refused) return refused;
  if (!(await fitsPassword(oldPassword, checked?.password_hash))) return wrongPassword();
  const hash = await hashPassword(newPassword);
  return commitPeople(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user?.password_hash !== checked?.password_hash) return wrongPassword();
      const nowUs = control.nowUs();
      await writePassword(tx, userId, { hash, sparedSessionId: sessionId, nowUs });
      return succeed(await renewSession(tx, { userId, sessionId }, nowUs));
    },
    () => [ownAction(control, "password.change")],
  );
}

/** For the operator, who needs no old password. */
export async function setPassword(control: Control, userId: number, password: string): Promise<Result<null>> {
  const refused = await refusePassword(password, await passwordHolder(control.db, userId));
  if (refused) return refused;
  const hash = await hashPassword(password);
  return commitPeopleAnd(control, async (tx) => {
    const user = await findUserById(tx, userId);
    if (user === undefined) return refuse("unknown_user", "This person does not exist.");
    await writePassword(tx, userId, { hash, sparedSessionId: null, nowUs: control.nowUs() });
    await forgetWrongCodes(tx, userId);
    const reset = { accountId: null, action: "password.reset", subjectKind: "user", subject: user.uuid };
    return succeed({ value: null, audit: [reset], changes: [] });
  });
}
