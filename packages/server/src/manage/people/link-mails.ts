import type { Role } from "@weir/protocol/manage/access";
import type { Mail } from "../core/mailer.ts";
import { inMail, mailText, mailTime } from "./notice-mails.ts";

/**
 * Mails with a link that does something. The secret follows the `#`, which browsers send to no server. Subjects contain
 * nothing that people wrote, because whoever can cause a mail to a stranger would otherwise choose what it says.
 */
export function invitationMail({
  to,
  account,
  role,
  invitedBy,
  invitedByName,
  expiresAt,
  link,
}: {
  readonly to: string;
  readonly account: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly invitedByName: string | null;
  readonly expiresAt: number;
  readonly link: string;
}): Mail {
  const inviter = invitedByName === null ? invitedBy : `${plainName(invitedByName)} (${invitedBy})`;
  return {
    to,
    subject: "You are invited to an account on Weir",
    text: mailText("", [
      `${inviter} invited you to join the account "${plainName(account)}" on Weir as ${role}.`,
      `To accept, open this link:\n\n${link}`,
      `It works once, until ${mailTime(expiresAt)}. Opening it also confirms that this address is yours.`,
      "If you weren't expecting this invitation, you can ignore this email.",
    ]),
  };
}

/** A link for a person whose name is known. */
interface PersonalLink {
  readonly to: string;
  readonly name: string;
  readonly link: string;
}

export function passwordResetMail({ to, name, link }: PersonalLink): Mail {
  return {
    to,
    subject: "Reset your Weir password",
    text: mailText(name, [
      "Someone, most likely you, asked to reset your Weir password.",
      `To choose a new one, open this link within an hour:\n\n${link}`,
      "If it wasn't you, you can ignore this email. Your password won't change.",
    ]),
  };
}

export function verificationMail({ to, name, link }: PersonalLink): Mail {
  return {
    to,
    subject: "Confirm your email address for Weir",
    text: mailText(name, [
      "You sign in to Weir with this email address. Please confirm that it is yours.",
      `Open this link within a day and sign in:\n\n${link}`,
      "If you don't use Weir, you can ignore this email. Nobody can confirm the address without this link.",
    ]),
  };
}

export function emailChangeMail({ to, name, link }: PersonalLink): Mail {
  return {
    to,
    subject: "Confirm your new email address for Weir",
    text: mailText(name, [
      "You asked to sign in to Weir with this email address from now on.",
      `To confirm the change, open this link within a day and sign in with your old address:\n\n${link}`,
      "If it wasn't you, you can ignore this email. Nothing changes without this link.",
    ]),
  };
}

/** Sent instead of the link to a person who already signs in with the address. */
export function emailInUseMail({ to, name }: { readonly to: string; readonly name: string }): Mail {
  return {
    to,
    subject: "Your email address for Weir",
    text: mailText(name, [
      "Someone asked to use this email address for another sign-in to Weir. You already sign in with it, so nothing was changed.",
      "If it was you, choose a different address for the other sign-in. If not, you can ignore this email.",
    ]),
  };
}

/**
 * Sent to a person who may never have heard of the account. It contains nothing that the account's people wrote except
 * the account's name.
 */
export function recipientMail({
  to,
  account,
  link,
}: {
  readonly to: string;
  readonly account: string;
  readonly link: string;
}): Mail {
  const name = plainName(account);
  return {
    to,
    subject: "Do you want to receive email from an account on Weir?",
    text: mailText("", [
      `The account "${name}" on Weir would like to email alarms and sensor readings to this address. It can do so only if you agree.`,
      `To confirm or decline, open this link:\n\n${link}`,
      "If you do nothing, you won't get email from this account. If you confirm, keep this email: you can unsubscribe with the same link.",
    ]),
  };
}

const strangersNameCharsMax = 40;

/** A name without anything that a mail program would turn into a link. */
function plainName(name: string): string {
  return inMail(name.replace(/[^\p{L}\p{M}\p{N} &'()+,-]+/gu, " "), strangersNameCharsMax);
}
