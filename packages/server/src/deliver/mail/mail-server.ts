import { parseConnectionUrl } from "nodemailer/lib/shared";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { isLoopback } from "../../platform/address.ts";
import { DeliveryError } from "../delivery-error.ts";
import { type Mailbox, parseMailbox } from "./mail-address.ts";

/** The settings `smtp_url` and `smtp_from`, as the operator wrote them; null if not set. */
export interface MailSettings {
  readonly url: string | null;
  readonly from: string | null;
}

/** The operator's mail server, and the address that mails come from. */
export interface MailServer {
  readonly connection: SMTPConnection.Options;
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: Mailbox;
}

const connectMs = 10_000;
const silenceMs = 15_000;

/** Throws a DeliveryError that names the setting to fix. Its text never contains the URL, which contains the password. */
export function mailServerOf({ url, from }: MailSettings): MailServer {
  if (url === null) throw unusable("Mail is not set up: the operator has to set smtp_url.");
  if (from === null) throw unusable("Mail is not set up: the operator has to set smtp_from.");
  const mailbox = parseMailbox(from);
  if (mailbox === null) throw unusable("The operator's setting smtp_from is not an email address.");
  if (!/^smtps?:\/\/[^/]/i.test(url) || !URL.canParse(url)) {
    throw unusable("The operator's setting smtp_url is not a URL like smtp://user:password@host:587.");
  }
  const { auth, ...connection } = parseConnectionUrl(url);
  // Without it, an attacker between the two could remove the offer of encryption and read every mail and the password.
  const requireTLS = !connection.secure && !isPlainAllowed(new URL(url));
  const login = auth === undefined ? null : { user: auth.user ?? "", pass: auth.pass ?? "" };
  const limits = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs };
  return {
    connection: { ...connection, ...limits, requireTLS, logger: false, debug: false },
    login,
    from: mailbox,
  };
}

/** Plain connections are allowed if the operator says so, and from this machine to itself, where nobody can listen. */
function isPlainAllowed({ hostname, searchParams }: URL): boolean {
  return searchParams.get("starttls") === "optional" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

function unusable(problem: string): DeliveryError {
  return new DeliveryError("failed", problem);
}
