import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { testPassword } from "../test-delivery.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  readonly isSecure: boolean;
  /** With the original line ends. */
  readonly text: string;
}

/** For tests: a mail server that keeps the mails it receives. The one user it knows is `weir`. */
export class SmtpSink implements AsyncDisposable {
  readonly mails: ReceivedMail[] = [];
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      logger: false,
      onAuth({ username, password }, _session, done) {
        if (username === "weir" && password === testPassword) done(null, { user: username });
        else done(new Error(`No such user: ${username} with ${password}`));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.mails.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: session.user ?? null,
            isSecure: session.secure,
            text: Buffer.concat(chunks).toString("utf8"),
          });
          done();
        });
      },
      ...options,
    });
    this.#server.on("error", () => undefined);
  }

  static async start(options: SMTPServerOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    const { promise, resolve } = Promise.withResolvers<void>();
    sink.#server.listen(0, "127.0.0.1", resolve);
    await promise;
    return sink;
  }

  get port(): number {
    const address = this.#server.server.address();
    if (address === null || typeof address === "string") throw new Error("The sink does not listen.");
    return address.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
  }
}

/** Returns the value of a header, unfolded. */
export function headerOf({ text }: ReceivedMail, name: string): string | undefined {
  const head = text.slice(0, text.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  const line = head
    .split("\r\n")
    .find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

export function bodyOf({ text }: ReceivedMail): string {
  return text.slice(text.indexOf("\r\n\r\n") + 4);
}

/** Returns the text as a mail program shows it: long lines arrive in pieces. */
export function shownText(mail: ReceivedMail): string {
  const body = bodyOf(mail);
  const isQuoted = headerOf(mail, "Content-Transfer-Encoding") === "quoted-printable";
  return isQuoted ? body.replaceAll("=\r\n", "").replaceAll("=3D", "=") : body;
}
