import type { Config } from "../config/settings.ts";
import { handNoticeOver } from "../installation/embedded/control-socket.ts";
import type { PersonNotice } from "../manage/people/notice-mails.ts";
import { operatorMail } from "../manage/people/operator-notice.ts";
import { systemClock } from "../platform/clock.ts";
import { reasonOf } from "../platform/log.ts";
import { createServerMailer } from "../roles/manage/server-mailer.ts";
import { serverUrl } from "./server-url.ts";

/**
 * Tells a person by mail what a command did to their sign-in: through the running server, or else from here, where mail is
 * set up. The change is made by then, so a mail that fails is only a warning.
 */
export async function tellPerson(
  config: Config,
  { email, name }: { readonly email: string; readonly name: string },
  ...notices: readonly PersonNotice[]
): Promise<void> {
  for (const notice of notices) {
    const told = { to: email, name, happenedAt: systemClock.nowMs() * 1000, notice };
    try {
      if (await handNoticeOver(config.data, told)) continue;
      const mailer = createServerMailer({ url: config.smtpUrl, from: config.smtpFrom });
      await mailer?.send(operatorMail(told, serverUrl(config)));
    } catch (error) {
      process.stderr.write(`warning: ${email} could not be told by mail (${reasonOf(error)}).\n`);
    }
  }
}
