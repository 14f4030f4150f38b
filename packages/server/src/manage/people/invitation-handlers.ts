import type { invitationRoutes } from "@weir/protocol/manage/invitation-routes";
import { fail } from "@weir/protocol/result";
import { z } from "zod";
import { type Invitation, listInvitations } from "../../control/people/invitations.ts";
import { sourceKey } from "../../platform/address.ts";
import { formatMicros } from "../../platform/instant.ts";
import { reasonOf } from "../../platform/log.ts";
import { jsonAnswer, type ProblemDetails } from "../../web/api-answer.ts";
import { mayCarrySession, sessionCookie } from "../../web/cookies.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { AccountContext, ApiContext } from "../core/api-context.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { acceptAsNewPerson, acceptAsUser } from "./accept-invitation.ts";
import { createInvitation, type IssuedInvitation, revokeInvitation, showInvitation } from "./invitations.ts";
import { invitationMail } from "./link-mails.ts";
import { refuseInvitation } from "./refuse-invitation.ts";
import { httpsNeeded } from "./session-problem.ts";

const idKey = z.number().int();

export const invitationHandlers: HandlersOf<typeof invitationRoutes> = {
  async listInvitations({ control, account }, { query: { limit, cursor } }) {
    const after = readCursor(cursor, idKey);
    if (!after.ok) return after;
    const found = await listInvitations(control, account.id, { afterId: after.value, limit: limit + 1 });
    const { items, next } = cutPage(found, limit, ({ id }) => id);
    return succeed({ items: items.map(invitationJson), next });
  },

  async createInvitation(context, { body: { email, role } }) {
    const { account, control } = context;
    const { email: invitedBy } = callingUser(context);
    const refused = await refuseInvitation(context, invitedBy, email);
    if (refused !== null) return refused;
    const isMailed = context.mailer !== null;
    const made = await createInvitation(control, account.id, { email, role, invitedBy, isMailed });
    if (!made.ok) return made;
    const { token, ...invitation } = made.value;
    const link = `${context.publicUrl}/invitation#${token}`;
    const mail = await mailLink(context, made.value, link);
    // A mailed link is shown to nobody else, because using it proves that the mailbox is theirs.
    const shown = isMailed ? { token: null, link: null } : { token, link };
    return succeed({ ...invitationJson(invitation), ...shown, mail });
  },

  async revokeInvitation(context, { params }) {
    const { account, control } = context;
    const revoked = await revokeInvitation(control, account.id, params.invitation);
    return revoked.ok ? succeed(null) : revoked;
  },

  async showInvitation({ control }, { body }) {
    const shown = await showInvitation(control, body.token);
    if (!shown.ok) return shown;
    const { invitation, account } = shown.value;
    const { uuid, created_at, ...known } = invitationJson(invitation);
    return succeed({ account: { name: account.name }, ...known });
  },

  async acceptInvitation(context, { body: { token, name, password } }) {
    const { caller, clock, control, limits, request } = context;
    const problem = refuseAcceptance(context);
    if (problem !== null) return fail(problem);
    const origin = { source: request.source, userAgent: request.headers.get("user-agent") ?? "" };
    if (caller === null) {
      const nowMs = clock.nowMs();
      const budget = await limits.acceptancesBySource.take(sourceKey(request.source), nowMs);
      if (!budget.ok) return tooManyRequests(budget, nowMs);
    }
    const accepted =
      caller?.kind === "user"
        ? await acceptAsUser(control, token, caller.userId)
        : await acceptAsNewPerson(control, token, { name, password, origin });
    if (!accepted.ok) return accepted;
    const { account, role, user, session } = accepted.value;
    const { uuid, name: accountName } = account;
    const signedIn = session !== null;
    const value = { account: { uuid, name: accountName }, role, email: user.email, signed_in: signedIn };
    if (!signedIn) return succeed(value);
    return { ok: true, answer: jsonAnswer(200, value, sessionCookie(request, session.token)) };
  },
};

/** The route is public, so checks that other routes make for signed-in people are made here. */
function refuseAcceptance({ caller, request }: ApiContext): ProblemDetails | null {
  if (caller?.kind === "key") {
    const detail = "API keys cannot accept invitations. A person has to sign in.";
    return { status: 403, code: "not_for_keys", detail };
  }
  return caller === null && !mayCarrySession(request) ? httpsNeeded : null;
}

async function mailLink(
  { account, log, mailer, request }: AccountContext,
  { email, ...invitation }: IssuedInvitation,
  link: string,
): Promise<"sent" | "failed" | "not set up"> {
  if (mailer === null) return "not set up";
  try {
    await mailer.send(invitationMail({ to: email, account: account.name, link, ...invitation }));
    return "sent";
  } catch (error) {
    log.warn("an invitation could not be mailed", { request: request.id, reason: reasonOf(error) });
    return "failed";
  }
}

function invitationJson(invitation: Invitation) {
  const { uuid, email, role, invitedBy, invitedByName, createdAt, expiresAt } = invitation;
  return {
    uuid,
    email,
    role,
    invited_by: invitedBy,
    invited_by_name: invitedByName,
    created_at: formatMicros(createdAt),
    expires_at: formatMicros(expiresAt),
  };
}
