import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import {
  deleteExpiredResets,
  deleteSurplusResets,
  findResetUser,
  insertReset,
  type ResetUser,
} from "../../control/people/password-resets.ts";
import { findUserByEmail, findUserById } from "../../control/people/users.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { commitPeople } from "./commit-people.ts";
import { hashPassword, refusePassword } from "./password.ts";
import { passwordHolder } from "./password-holder.ts";
import { mayBeStranger, proveMailbox } from "./prove-mailbox.ts";
import { forgetWrongCodes } from "./second-factor.ts";
import { writePassword } from "./set-password.ts";

/**
 * A new password for a person who has lost theirs: the holder of the link sets it, once, within an hour. Several links
 * may be open, so that a stranger who keeps asking cannot void the owner's own link. The first link that is used ends
 * them all. A mailed link also verifies the address and ends the lock of wrong codes, unless the address is unverified
 * and has one-time passwords on (see prove-mailbox.ts). These stay on in any case.
 */
interface IssuedReset {
  readonly token: string;
  readonly user: ResetUser;
}

const lifeUs = 3_600_000_000;
/** If there are more, the oldest are deleted. */
const openPerUserMax = 5;

/** Null if nobody has the address. */
export async function issuePasswordReset(
  control: Control,
  email: string,
  { isMailed = false }: { readonly isMailed?: boolean } = {},
): Promise<IssuedReset | null> {
  const done = await commitPeople(
    control,
    async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (user === undefined) return refuse("unknown_user", "No person has this email address.");
      const token = generateSecret();
      const nowUs = control.nowUs();
      await deleteExpiredResets(tx, nowUs);
      await insertReset(tx, {
        token_hash: hashSecret(token),
        user_id: user.id,
        expires_at: nowUs + lifeUs,
        is_mailed: isMailed ? 1 : 0,
      });
      await deleteSurplusResets(tx, user.id, openPerUserMax);
      return succeed({ token, user: { id: user.id, uuid: user.uuid, email: user.email, name: user.name } });
    },
    ({ user }) => [actionOn("password.reset-request", user)],
  );
  return done.ok ? done.value : null;
}

/** Sets the password and signs the person out everywhere. */
export async function resetPassword(
  control: Control,
  token: string,
  password: string,
): Promise<Result<ResetUser>> {
  // Looked up before the password is hashed, so that only the holder of a link can make the server work.
  const holder = await findResetUser(control.db, hashSecret(token), control.nowUs());
  if (holder === undefined) return resetGone();
  const refused = await refusePassword(password, await passwordHolder(control.db, holder.id));
  if (refused !== null) return refused;
  const hash = await hashPassword(password);
  return commitPeople(
    control,
    async (tx) => {
      const nowUs = control.nowUs();
      const user = await findResetUser(tx, hashSecret(token), nowUs);
      if (user === undefined) return resetGone();
      const before = (await findUserById(tx, user.id))!;
      if (user.isMailed === 1) await proveMailbox(tx, before, nowUs);
      await writePassword(tx, user.id, { hash, sparedSessionId: null, nowUs });
      // An attacker who tried codes knew the old password, and has neither the mailbox nor a link from the operator.
      if (user.isMailed === 0 || !mayBeStranger(before)) await forgetWrongCodes(tx, user.id);
      return succeed(user);
    },
    (user) => [actionOn("password.reset", user)],
  );
}

function actionOn(action: string, { uuid }: ResetUser): AuditedAction {
  return { accountId: null, action, subjectKind: "user", subject: uuid };
}

function resetGone(): Refusal {
  return refuse("reset_gone", "This link was already used or has expired. Request a new one.");
}
