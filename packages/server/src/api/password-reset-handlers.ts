import type { passwordResetRoutes } from "@weir/protocol/manage/password-reset-routes";
import type { Mailer } from "../manage/mailer.ts";
import { sourceKey } from "../manage/people/known-sources.ts";
import { issuePasswordReset, resetPassword } from "../manage/people/password-reset.ts";
import { reasonOf } from "../platform/log.ts";
import type { ApiContext } from "./api-context.ts";
import { audit } from "./audit.ts";
import type { HandlersOf } from "./handler.ts";
import { mailLimitsOf, pendingMailsMax, tooManyRequests } from "./mail-limits.ts";
import { declined } from "./people-problem.ts";

export const passwordResetHandlers: HandlersOf<typeof passwordResetRoutes> = {
  async requestPasswordReset(context, { body }) {
    const { clock, mailer, request } = context;
    const nowMs = clock.nowMs();
    const limits = mailLimitsOf(context);
    const waitMs = limits.resetsBySource.take(sourceKey(request.source), nowMs);
    if (waitMs > 0) return tooManyRequests(waitMs);
    if (mailer !== null && limits.resetsByEmail.take(body.email.toLowerCase(), nowMs) === 0) {
      // Nobody waits for it: the time of the answer must not tell whether somebody has the address.
      sendSoon(context, mailer, body.email);
    }
    return { ok: true, value: { mail_is_set_up: mailer !== null } };
  },

  async resetPassword(context, { params, body }) {
    const reset = await resetPassword(context.control, params.token, body.password);
    if (!reset.ok) return declined(reset);
    await audit(context, { action: "password.reset", subjectKind: "user", subject: reset.value.uuid });
    return { ok: true, value: null };
  },
};

function sendSoon(context: ApiContext, mailer: Mailer, email: string): void {
  const limits = mailLimitsOf(context);
  const facts = { request: context.request.id };
  if (limits.pending >= pendingMailsMax) {
    context.log.warn("a password reset was not mailed: too many mails are on their way", facts);
    return;
  }
  limits.pending++;
  setImmediate(async () => {
    try {
      await sendLink(context, mailer, email);
    } catch (error) {
      context.log.warn("a password reset was not mailed", { ...facts, reason: reasonOf(error) });
    } finally {
      limits.pending--;
    }
  });
}

async function sendLink(context: ApiContext, mailer: Mailer, email: string): Promise<void> {
  const issued = await issuePasswordReset(context.control, email);
  if (issued === null) return;
  const { token, user } = issued;
  await audit(context, { action: "password.reset-request", subjectKind: "user", subject: user.uuid });
  const text = [
    "Somebody, most likely you, asked for a new password for Weir.",
    `To set one, open this link within an hour:\n\n${context.publicUrl}/reset-password#${token}`,
    "If it was not you, there is nothing to do: without the link your password stays as it is.",
  ].join("\n\n");
  await mailer.send({ to: user.email, subject: "Set a new password for Weir", text: `${text}\n` });
}
