import type { MailMessage } from "@weir/rule-engine/message";
import type { Clock } from "../../platform/clock.ts";
import { withinMs } from "../deadline.ts";
import { DeliveryError } from "../delivery-error.ts";
import { type Delivery, delivered, outcomeOf, type Sender, type SendOutcome } from "../sender.ts";
import type { MailSettings } from "./mail-server.ts";

/** Mail servers may take a while to check a mail before they accept it. */
const defaultLimitMs = 30_000;
const replyCharsMax = 200;

interface MailSenderOptions {
  readonly settings: MailSettings;
  readonly clock: Clock;
  readonly limitMs?: number;
}

/**
 * Sends mail through the operator's server, which needs no guard because the operator names it. If the server accepts a mail
 * for only some recipients, it counts as delivered, because another try would reach these again.
 */
export class MailSender implements Sender<MailMessage> {
  readonly #options: MailSenderOptions;

  constructor(options: MailSenderOptions) {
    this.#options = options;
  }

  send(delivery: Delivery<MailMessage>): Promise<SendOutcome> {
    return outcomeOf(() => this.#attempt(delivery));
  }

  async #attempt({ key, message, signal }: Delivery<MailMessage>): Promise<SendOutcome> {
    const { settings, clock, limitMs = defaultLimitMs } = this.#options;
    const { mailServerOf, composeMail, sendOverSmtp } = await loadMail();
    const server = mailServerOf(settings);
    const mail = await composeMail(message, { from: server.from, key, nowMs: clock.nowMs() });
    const refused = await withinMs(limitMs, signal, (limit) => sendOverSmtp(server, mail, limit)).catch(
      explain,
    );
    if (refused.length === 0) return delivered;
    return { kind: "delivered", note: `The mail server refused some recipients: ${refused.join(", ")}.` };
  }
}

/**
 * Loaded with the first mail, because these modules take longer to load than most of a role, and many installations never send
 * one.
 */
async function loadMail() {
  const [server, compose, session] = await Promise.all([
    import("./mail-server.ts"),
    import("./compose-mail.ts"),
    import("./smtp-session.ts"),
  ]);
  return { ...server, ...compose, ...session };
}

const noEncryption =
  "The mail server offers no encryption (STARTTLS), or its certificate is not valid. The operator can add " +
  "?starttls=optional to smtp_url for a server without it.";

function explain(error: unknown): never {
  if (error instanceof DeliveryError) throw error;
  throw new DeliveryError("failed", reasonOfFault(error), error);
}

/**
 * The server's answer about the mail is shown to the account that sent it. Failures of the login or the connection are the
 * operator's business, so they are only named.
 */
function reasonOfFault(error: unknown): string {
  const { code, response } = error as { readonly code?: unknown; readonly response?: unknown };
  if (code === "ETLS") return noEncryption;
  if (code === "EAUTH") return "The mail server refused the operator's login (setting smtp_url).";
  if ((code === "EENVELOPE" || code === "EMESSAGE") && typeof response === "string") {
    return `The mail server refused the email: ${response.slice(0, replyCharsMax)}`;
  }
  return `The mail server could not be used${typeof code === "string" ? ` (${code})` : ""}.`;
}
