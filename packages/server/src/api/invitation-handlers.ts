import type { invitationRoutes } from "@weir/protocol/manage/invitation-routes";
import { z } from "zod";
import {
  acceptAsNewPerson,
  acceptAsUser,
  createInvitation,
  type Invitation,
  type IssuedInvitation,
  type Joined,
  listInvitations,
  revokeInvitation,
  showInvitation,
} from "../manage/people/invitations.ts";
import { formatMicros } from "../platform/instant.ts";
import { reasonOf } from "../platform/log.ts";
import { jsonAnswer, type ProblemDetails } from "./api-answer.ts";
import type { AccountContext, ApiContext, Caller } from "./api-context.ts";
import { audit } from "./audit.ts";
import { callingUser } from "./calling-user.ts";
import { mayCarrySession, sessionCookie } from "./cookies.ts";
import type { HandlersOf } from "./handler.ts";
import { mailLimitsOf, tooManyRequests } from "./mail-limits.ts";
import { declined } from "./people-problem.ts";
import { readCursor, writeCursor } from "./record-cursor.ts";
import { foreignPage, isFromOwnPage } from "./same-origin.ts";
import { httpsNeeded } from "./session-problem.ts";

const idKey = z.number().int();

export const invitationHandlers: HandlersOf<typeof invitationRoutes> = {
  async listInvitations({ control, account }, { query: { limit, cursor } }) {
    const after = readCursor(cursor, idKey);
    if (!after.ok) return after;
    const found = await listInvitations(control, account.id, { afterId: after.key, limit: limit + 1 });
    const items = found.slice(0, limit);
    const next = found.length > limit ? writeCursor(items.at(-1)!.id) : null;
    return { ok: true, value: { items: items.map(invitationJson), next } };
  },

  async createInvitation(context, { body: { email, role } }) {
    const { account, clock, control } = context;
    const { email: invitedBy } = callingUser(context);
    const waitMs = mailLimitsOf(context).invitationsByAccount.take(account.uuid, clock.nowMs());
    if (waitMs > 0) return tooManyRequests(waitMs);
    const made = await createInvitation(control, account.id, { email, role, invitedBy });
    if (!made.ok) return declined(made);
    const { token, ...invitation } = made.value;
    await audit(context, {
      action: "invitation.create",
      subjectKind: "invitation",
      subject: invitation.uuid,
      after: auditedInvitation(invitation),
    });
    const link = `${context.publicUrl}/invitation#${token}`;
    const mail = await mailLink(context, made.value, link);
    return { ok: true, value: { ...invitationJson(invitation), token, link, mail } };
  },

  async revokeInvitation(context, { params }) {
    const { account, control } = context;
    const revoked = await revokeInvitation(control, account.id, params.invitation);
    if (!revoked.ok) return declined(revoked);
    await audit(context, {
      action: "invitation.revoke",
      subjectKind: "invitation",
      subject: params.invitation,
      before: auditedInvitation(revoked.value),
    });
    return { ok: true, value: null };
  },

  async showInvitation({ control }, { params }) {
    const shown = await showInvitation(control, params.token);
    if (!shown.ok) return declined(shown);
    const { invitation, account } = shown.value;
    const { uuid, created_at, ...known } = invitationJson(invitation);
    return { ok: true, value: { account: { name: account.name }, ...known } };
  },

  async acceptInvitation(context, { body: { token, name, password } }) {
    const { caller, control, request } = context;
    const problem = refuseAcceptance(context);
    if (problem !== null) return { ok: false, problem };
    const origin = { source: request.source, userAgent: request.headers.get("user-agent") ?? "" };
    const accepted =
      caller?.kind === "user"
        ? await acceptAsUser(control, token, caller.userId)
        : await acceptAsNewPerson(control, token, { name, password, origin });
    if (!accepted.ok) return declined(accepted);
    const { account, role, user, session } = accepted.value;
    await auditJoined(context, accepted.value);
    const { uuid, name: accountName } = account;
    const signedIn = session !== null;
    const value = { account: { uuid, name: accountName }, role, email: user.email, signed_in: signedIn };
    if (!signedIn) return { ok: true, value };
    return { ok: true, answer: jsonAnswer(200, value, sessionCookie(request, session.token)) };
  },
};

/** The route is open to all, so what is checked elsewhere for those who are signed in is checked here. */
function refuseAcceptance({ caller, request }: ApiContext): ProblemDetails | null {
  if (caller?.kind === "key") {
    const detail = "API keys may not do this; a person has to accept.";
    return { status: 403, code: "not_for_keys", detail };
  }
  if (!isFromOwnPage(request)) return foreignPage;
  return caller === null && !mayCarrySession(request) ? httpsNeeded : null;
}

/** In the name of the person who has joined, and in the account's log. */
async function auditJoined(context: ApiContext, joined: Joined): Promise<void> {
  const { account, role, invitation, user, session } = joined;
  const made: Caller | null =
    session === null
      ? context.caller
      : { kind: "user", userId: user.id, email: user.email, sessionId: session.id };
  await audit(
    { ...context, caller: made, account: { ...account, role } },
    {
      action: "invitation.accept",
      subjectKind: "user",
      subject: user.uuid,
      before: auditedInvitation(invitation),
      after: { email: user.email, role },
    },
  );
  if (session === null) return;
  const signIn = { action: "session.sign-in", subjectKind: "user", subject: user.uuid };
  await audit({ ...context, caller: made }, signIn);
}

async function mailLink(
  { account, log, mailer, request }: AccountContext,
  { email, role, invitedBy, invitedByName, expiresAt }: IssuedInvitation,
  link: string,
): Promise<"sent" | "failed" | "not set up"> {
  if (mailer === null) return "not set up";
  const text = [
    `${invitedByName === null ? invitedBy : `${invitedByName} (${invitedBy})`} invites you to the account "${account.name}" on Weir, as ${role}.`,
    `To accept, open this link:\n\n${link}`,
    `It works once, until ${formatMicros(expiresAt).slice(0, 16).replace("T", " ")} UTC.`,
    "If you do not know what this is about, there is nothing to do.",
  ].join("\n\n");
  try {
    await mailer.send({ to: email, subject: `Invitation to "${account.name}" on Weir`, text: `${text}\n` });
    return "sent";
  } catch (error) {
    log.warn("an invitation was not mailed", { request: request.id, reason: reasonOf(error) });
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

function auditedInvitation({ email, role, expiresAt }: Invitation) {
  return { email, role, expires_at: formatMicros(expiresAt) };
}
