import type { Audit, AuditedAction } from "../../control/audit/audited-action.ts";
import type { Invitation } from "../../control/people/invitations.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Joined } from "./joined.ts";
import { arrivalOf, displacementOf } from "./own-action.ts";

/** The audit entries of invitations. */
export function actionOnInvitation(accountId: number, action: string, { uuid }: Invitation): AuditedAction {
  return { accountId, action, subjectKind: "invitation", subject: uuid };
}

/** In the name of the person who joined, in the account's log; for a new person also the sign-in. */
export function acceptanceOf({ account, role, invitation, user, session, displaced }: Joined): Audit {
  const accepted: AuditedAction = {
    ...arrivalOf(user.email, "invitation.accept"),
    accountId: account.id,
    subject: user.uuid,
    before: auditedInvitation(invitation),
    after: { email: user.email, role },
  };
  if (session === null) return [accepted];
  const lost = displaced === null ? [] : [displacementOf(displaced)];
  return [accepted, ...lost, { ...arrivalOf(user.email, "session.sign-in"), subject: user.uuid }];
}

export function auditedInvitation({ email, role, expiresAt }: Invitation) {
  return { email, role, expires_at: formatMicros(expiresAt) };
}
