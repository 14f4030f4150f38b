import { randomUUID } from "node:crypto";
import { MailSender } from "../../deliver/mail/mail-sender.ts";
import type { MailSettings } from "../../deliver/mail/mail-server.ts";
import type { Mailer } from "../../manage/core/mailer.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";

/** Somebody waits for the answer, so a slow mail server gets less time than for messages of chains. */
const limitMs = 10_000;

/** Mail of the server itself, through the operator's mail server; null if none is set. */
export function createServerMailer(settings: MailSettings, clock: Clock = systemClock): Mailer | null {
  if (settings.url === null || settings.from === null) return null;
  const sender = new MailSender({ settings, clock, limitMs });
  return {
    async send({ to, subject, text }) {
      const outcome = await sender.send({
        key: randomUUID(),
        message: { kind: "mail", to: [to], subject, text },
        secretOf: async () => null,
        signal: new AbortController().signal,
      });
      if (outcome.kind !== "delivered") throw new MailNotSentError(outcome.reason);
    },
  };
}

/** The mail server did not accept the mail. The reason is safe to log. */
class MailNotSentError extends Error {
  readonly code = "mail_not_sent";
}
