import type { emailRoutes } from "@weir/protocol/manage/email-routes";
import { fail } from "@weir/protocol/result";
import { findUserByEmail } from "../../control/people/users.ts";
import { reasonOf } from "../../platform/log.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import type { ApiContext } from "../core/api-context.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { cancelEmailChange, confirmEmail, issueVerification } from "./email-links.ts";
import { emailChangeMail, emailInUseMail, verificationMail } from "./link-mails.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { notifyAddress } from "./notify-person.ts";

export const emailHandlers: HandlersOf<typeof emailRoutes> = {
  async sendVerification(context) {
    if (!context.mails.isSetUp) return fail(mailNotSetUp);
    await sendVerification(context, callingUser(context));
    return succeed(null);
  },

  async confirmEmail(context, { body }) {
    const confirmed = await confirmEmail(context.control, callingUser(context).userId, body.token);
    if (!confirmed.ok) return confirmed;
    const { userId, kind, email, formerEmail, name } = confirmed.value;
    if (kind === "changed") {
      const former = { id: userId, email: formerEmail, name };
      notifyAddress(context, former, { kind: "address changed", newEmail: email });
    }
    return succeed({ kind, email });
  },

  async cancelEmailChange(context) {
    const cancelled = await cancelEmailChange(context.control, callingUser(context).userId);
    return cancelled.ok ? succeed(null) : cancelled;
  },
};

/** Does nothing without a mail server, or if the address is already verified. */
export async function sendVerification(
  context: ApiContext,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<void> {
  const { clock, control, limits, mails, publicUrl } = context;
  if (!mails.isSetUp) return;
  if (!(await limits.linksByEmail.take(mailboxOf(email), clock.nowMs())).ok) return;
  const issued = await issueVerification(control, userId);
  if (issued === null) return;
  const link = `${publicUrl}/verify-email#${issued.token}`;
  mails.add("verification", verificationMail({ to: issued.email, name: issued.name, link }));
}

interface StartedEmailChange {
  readonly token: string;
  readonly newEmail: string;
  readonly person: { readonly id: number; readonly email: string; readonly name: string };
}

/**
 * Mails the link to the new address, and a notice to the old one. Whether somebody else has the new address is looked
 * up after the answer and told only to that mailbox.
 */
export function mailEmailChange(context: ApiContext, { token, newEmail, person }: StartedEmailChange): void {
  const { clock, control, limits, log, mails, publicUrl, request } = context;
  notifyAddress(context, person, { kind: "address change requested", newEmail });
  const nowMs = clock.nowMs();
  const taken = [
    limits.linksByPerson.take(String(person.id), nowMs),
    limits.linksByEmail.take(mailboxOf(newEmail), nowMs),
  ];
  setImmediate(async () => {
    try {
      for (const budget of taken) if (!(await budget).ok) return;
      const holder = await findUserByEmail(control.db, newEmail);
      const link = `${publicUrl}/confirm-email#${token}`;
      const isTaken = holder !== undefined && holder.email_verified_at !== null;
      mails.add(
        "change of address",
        isTaken
          ? emailInUseMail({ to: holder.email, name: holder.name })
          : emailChangeMail({ to: newEmail, name: person.name, link }),
      );
    } catch (error) {
      log.warn("the mail about a change of address could not be sent", {
        request: request.id,
        reason: reasonOf(error),
      });
    }
  });
}

const mailNotSetUp: ProblemDetails = {
  status: 409,
  code: "mail_not_set_up",
  detail: "This server does not send email, so it cannot verify addresses.",
};
