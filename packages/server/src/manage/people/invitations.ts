import { randomUUID } from "node:crypto";
import type { Role } from "@weir/protocol/manage/access";
import { accountExists } from "../../control/accounts/accounts.ts";
import type { Control, ControlData, ControlTransaction } from "../../control/control.ts";
import {
  countInvitations,
  deleteInvitation,
  deleteVoidInvitations,
  findInvitation,
  findInvitationByToken,
  type Invitation,
  insertInvitation,
  type OpenInvitation,
} from "../../control/people/invitations.ts";
import { findMember } from "../../control/people/memberships.ts";
import { findUserByEmail } from "../../control/people/users.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { commitPeople } from "./commit-people.ts";
import { actionOnInvitation, auditedInvitation } from "./invitation-actions.ts";
import { invitationGone, inviterUnverified } from "./invitation-refusals.ts";
import { alreadyMember } from "./members.ts";
import { validateEmail } from "./users.ts";

/**
 * How people join an account: an owner names an email address and a role, and the holder of the link joins with it,
 * once, within seven days. Inviting the same address again makes a new link and voids the old one.
 */
interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** Whether the link is mailed to the address and shown to nobody else. Otherwise the inviter passes it on. */
  readonly isMailed: boolean;
}

export interface IssuedInvitation extends Invitation {
  readonly token: string;
}

export const invitationsPerAccountMax = 100;
const lifeUs = 7 * 86_400_000_000;

export async function createInvitation(
  control: Control,
  accountId: number,
  { email: emailInput, role, invitedBy, isMailed }: NewInvitation,
): Promise<Result<IssuedInvitation>> {
  const email = validateEmail(emailInput);
  if (!email.ok) return email;
  const token = generateSecret();
  const createdAt = control.nowUs();
  return commitPeople(
    control,
    async (tx) => {
      if (!(await accountExists(control, tx, accountId))) {
        return refuse("unknown_account", "This account does not exist.");
      }
      if (await findMember(control, tx, { accountId, email: email.value })) return alreadyMember();
      // The mail is sent in the inviter's name, so the address has to be theirs.
      if (isMailed && !(await isVerified(tx, invitedBy))) return inviterUnverified();
      await deleteVoidInvitations(tx, accountId, { email: email.value, nowUs: createdAt });
      if ((await countInvitations(tx, accountId)) >= invitationsPerAccountMax) {
        const message = `An account can have at most ${invitationsPerAccountMax} open invitations.`;
        return refuse("too_many_invitations", message);
      }
      const made = await insertInvitation(tx, {
        uuid: randomUUID(),
        account_id: accountId,
        email: email.value,
        role,
        token_hash: hashSecret(token),
        invited_by: invitedBy,
        created_at: createdAt,
        expires_at: createdAt + lifeUs,
        is_mailed: isMailed ? 1 : 0,
      });
      return succeed({ ...made, token });
    },
    (made) => [
      { ...actionOnInvitation(accountId, "invitation.create", made), after: auditedInvitation(made) },
    ],
  );
}

export async function revokeInvitation(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<Invitation>> {
  return commitPeople(
    control,
    async (tx) => {
      const found = await findInvitation(control, tx, { accountId, uuid });
      if (found === undefined) return refuse("unknown_invitation", "This account has no such invitation.");
      await deleteInvitation(tx, found.id);
      return succeed(found);
    },
    (found) => [
      { ...actionOnInvitation(accountId, "invitation.revoke", found), before: auditedInvitation(found) },
    ],
  );
}

/** What the holder of the link sees before accepting. */
export async function showInvitation(control: Control, token: string): Promise<Result<OpenInvitation>> {
  const found = await findInvitationByToken(control.db, hashSecret(token));
  if (found === undefined) {
    const message =
      "This invitation does not exist. It was already used or revoked, or part of the link is missing.";
    return refuse("unknown_invitation", message);
  }
  return found.invitation.expiresAt > control.nowUs() ? succeed(found) : invitationGone();
}

/** Finds an invitation by the token in its link, while it can be accepted. */
export async function findOpenInvitation(
  db: ControlData,
  token: string,
  nowUs: number,
): Promise<OpenInvitation | undefined> {
  const found = await findInvitationByToken(db, hashSecret(token));
  return found !== undefined && found.invitation.expiresAt > nowUs ? found : undefined;
}

async function isVerified(tx: ControlTransaction, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx, email);
  return user !== undefined && user.email_verified_at !== null;
}
