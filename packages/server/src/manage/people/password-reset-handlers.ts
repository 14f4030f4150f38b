import type { passwordResetRoutes } from "@weir/protocol/manage/password-reset-routes";
import { sourceKey } from "../../platform/address.ts";
import { reasonOf } from "../../platform/log.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { ApiContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { passwordResetMail } from "./link-mails.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { notifyPerson } from "./notify-person.ts";
import { issuePasswordReset, resetPassword } from "./password-reset.ts";

export const passwordResetHandlers: HandlersOf<typeof passwordResetRoutes> = {
  async requestPasswordReset(context, { body }) {
    const { clock, limits, mails, request } = context;
    const nowMs = clock.nowMs();
    const budget = await limits.resetsBySource.take(sourceKey(request.source), nowMs);
    if (!budget.ok) return tooManyRequests(budget, nowMs);
    if (mails.isSetUp && (await limits.resetsByEmail.take(mailboxOf(body.email), nowMs)).ok) {
      sendLinkSoon(context, body.email);
    }
    return succeed({ mail_is_set_up: mails.isSetUp });
  },

  async resetPassword(context, { body }) {
    const reset = await resetPassword(context.control, body.token, body.password);
    if (!reset.ok) return reset;
    notifyPerson(context, reset.value.id, { kind: "password changed" });
    return succeed(null);
  },
};

/** Looked up after the answer, whose time must not tell whether somebody has the address. */
function sendLinkSoon(context: ApiContext, email: string): void {
  setImmediate(async () => {
    try {
      const issued = await issuePasswordReset(context.control, email, { isMailed: true });
      if (issued === null) return;
      const { token, user } = issued;
      const link = `${context.publicUrl}/reset-password#${token}`;
      context.mails.add("password reset", passwordResetMail({ to: user.email, name: user.name, link }));
    } catch (error) {
      const facts = { request: context.request.id, reason: reasonOf(error) };
      context.log.warn("a password reset could not be mailed", facts);
    }
  });
}
