import type { mailRecipientRoutes } from "@weir/protocol/manage/mail-recipient-routes";
import { fail } from "@weir/protocol/result";
import { z } from "zod";
import { listRecipients, type Recipient } from "../../control/recipients/recipients.ts";
import { dayMs, dayOf } from "../../platform/day-of.ts";
import { formatMicros } from "../../platform/instant.ts";
import { reasonOf } from "../../platform/log.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { foreignPage, isFromOwnPage } from "../../web/same-origin.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { type AskedRecipient, answerAsked, showAsked } from "./recipient-answers.ts";
import { askRecipientAgain, removeRecipient } from "./recipients.ts";

const idKey = z.number().int();

export const mailRecipientHandlers: HandlersOf<typeof mailRecipientRoutes> = {
  async listMailRecipients({ control, account }, { query: { limit, cursor } }) {
    const after = readCursor(cursor, idKey);
    if (!after.ok) return after;
    const found = await listRecipients(control, account.id, { afterId: after.value, limit: limit + 1 });
    const { items, next } = cutPage(found, limit, ({ id }) => id);
    return succeed({ items: items.map(recipientJson), next });
  },

  async askMailRecipientAgain({ control, account }, { params }) {
    const asked = await askRecipientAgain(control, account.id, params.recipient);
    return asked.ok ? succeed(recipientJson(asked.value)) : asked;
  },

  async removeMailRecipient(context, { params }) {
    const removed = await removeRecipient(context.control, context.account.id, params.recipient);
    if (!removed.ok) return removed;
    await refuseHeldMails(context, removed.value.email);
    return succeed(null);
  },

  async showMailUse({ account, clock, outbox, serverFacts: { sendsMail, mailsPerAccountPerDay } }) {
    const day = dayOf(clock.nowMs());
    return succeed({
      sent_today: await outbox.mailsOn(account.id, day),
      per_day: mailsPerAccountPerDay,
      resets_at: formatMicros((day + 1) * dayMs * 1000),
      sends_mail: sendsMail,
    });
  },

  async showAskedMailRecipient({ control }, { body }) {
    const shown = await showAsked(control, body.token);
    return shown.ok ? succeed(askedJson(shown.value)) : shown;
  },

  async answerAsMailRecipient({ control, request }, { body }) {
    if (!isFromOwnPage(request)) return fail(foreignPage);
    const answered = await answerAsked(control, body.token, body.answer);
    return answered.ok ? succeed(askedJson(answered.value)) : answered;
  },
};

/** Without the processor they stay, and are given up when their time is up. */
async function refuseHeldMails({ account, ask, log, request }: AccountContext, email: string): Promise<void> {
  const reason = `${email} was removed from the mail recipients.`;
  const address = email.toLowerCase();
  try {
    await ask({ kind: "refuse held mails", accountId: account.id, address, reason });
  } catch (error) {
    log.warn("mails held for a removed recipient could not be cancelled", {
      request: request.id,
      reason: reasonOf(error),
    });
  }
}

function recipientJson({ uuid, email, state, mailedAt, answeredAt, createdAt }: Recipient) {
  return {
    uuid,
    email,
    state,
    asked_at: microsOrNull(mailedAt),
    answered_at: microsOrNull(answeredAt),
    created_at: formatMicros(createdAt),
  };
}

function askedJson({ accountName, email, state }: AskedRecipient) {
  return { account: { name: accountName }, email, state };
}
