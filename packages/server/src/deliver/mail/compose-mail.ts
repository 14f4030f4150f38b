import { createHash } from "node:crypto";
import type { MailMessage } from "@weir/rule-engine/message";
import MailComposer from "nodemailer/lib/mail-composer";
import { DeliveryError } from "../delivery-error.ts";
import { isMailAddress, type Mailbox } from "./mail-address.ts";

const recipientsMax = 10;
const subjectCharsMax = 250;
const textBytesMax = 64 * 1024;

export interface ComposedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: Buffer;
}

/**
 * Composes the mail: plain text, no attachments. Its Message-ID is derived from the key, so that a repeat can be distinguished
 * from a second mail. Throws a DeliveryError if the message cannot be sent.
 */
export async function composeMail(
  { to, subject, text }: MailMessage,
  { from, key, nowMs }: { readonly from: Mailbox; readonly key: string; readonly nowMs: number },
): Promise<ComposedMail> {
  if (to.length === 0) throw invalid("The email has no recipient.");
  if (to.length > recipientsMax) throw invalid(`The email has more than ${recipientsMax} recipients.`);
  const bad = to.find((address) => !isMailAddress(address));
  if (bad !== undefined) throw invalid(`${JSON.stringify(bad)} is not an email address.`);
  if (Buffer.byteLength(text, "utf8") > textBytesMax) {
    throw invalid(`The text of the email exceeds ${textBytesMax / 1024} KiB.`);
  }
  const composer = new MailComposer({
    from,
    to: to.map((address) => ({ name: "", address })),
    subject: onOneLine(subject),
    text,
    date: new Date(nowMs),
    messageId: messageIdOf(key, from),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, content: await composer.compile().build() };
}

/** Removes line breaks: readings end up in subjects, and a device may send anything as metadata. */
function onOneLine(subject: string): string {
  return subject
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, subjectCharsMax);
}

function messageIdOf(key: string, from: Mailbox): string {
  const id = createHash("sha256").update(key).digest("hex").slice(0, 40);
  return `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`;
}

function invalid(problem: string): DeliveryError {
  return new DeliveryError("hopeless", problem);
}
