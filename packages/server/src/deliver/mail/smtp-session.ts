import SMTPConnection from "nodemailer/lib/smtp-connection";
import { unlessAborted } from "../deadline.ts";
import type { ComposedMail } from "./compose-mail.ts";
import type { MailServer } from "./mail-server.ts";

/**
 * Hands one mail to the server, on its own connection, which ends with the signal. Resolves to the recipients that the server
 * refused while it accepted others; if it accepts none, that is an error.
 */
export async function sendOverSmtp(
  { connection: options, login }: MailServer,
  { from, to, content }: ComposedMail,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const connection = new SMTPConnection(options);
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  // Faults that nobody waits for any more must not end the process.
  connection.on("error", broken.reject);
  const step = (run: (done: Done) => void): Promise<SMTPConnection.SentMessageInfo | undefined> =>
    unlessAborted(signal, Promise.race([settled(run), broken.promise]));
  try {
    await step((done) => connection.connect((error) => done(error)));
    if (login !== null && connection.allowsAuth) {
      await step((done) => connection.login(login, (error) => done(error)));
    }
    const info = await step((done) =>
      connection.send({ from, to: [...to], size: content.length }, content, done),
    );
    return info?.rejected ?? [];
  } finally {
    connection.close();
  }
}

type Done = (error?: Error | null, info?: SMTPConnection.SentMessageInfo) => void;

function settled(run: (done: Done) => void): Promise<SMTPConnection.SentMessageInfo | undefined> {
  return new Promise((resolve, reject) => run((error, info) => (error ? reject(error) : resolve(info))));
}
