import type { Role } from "@weir/protocol/manage/access";
import { formatMicros } from "../../platform/instant.ts";
import type { Mail } from "../core/mailer.ts";

/**
 * Mails to people about the security of their own sign-in, so that somebody whose password or session was stolen
 * notices. All these texts are here and in link-mails.ts. No notice contains a secret or a link that does something.
 */
export type PersonNotice =
  | { readonly kind: "password changed" }
  | { readonly kind: "reset link made" }
  | { readonly kind: "address change requested"; readonly newEmail: string }
  | { readonly kind: "address changed"; readonly newEmail: string }
  | { readonly kind: "second factor turned on" }
  | { readonly kind: "second factor turned off" }
  | { readonly kind: "second factor locked" }
  | { readonly kind: "recovery codes renewed" }
  | { readonly kind: "API key created"; readonly key: string; readonly account: string }
  | { readonly kind: "API key revoked"; readonly key: string; readonly account: string }
  /** Null if they are no longer a member. */
  | { readonly kind: "role changed"; readonly account: string; readonly role: Role | null }
  /** Null if the deletion was cancelled. */
  | { readonly kind: "account deletion"; readonly account: string; readonly dueAt: number | null }
  | { readonly kind: "sign-in deleted" }
  | { readonly kind: "new sign-in" };

/** The actor: somebody with the person's own sign-in, another member of the account, or the operator of the server. */
export type NoticeActor =
  | { readonly kind: "self"; readonly source: string; readonly userAgent: string }
  | { readonly kind: "member"; readonly email: string }
  | { readonly kind: "operator" };

interface NoticeFacts {
  readonly to: string;
  readonly name: string;
  /** Microseconds since 1970. */
  readonly happenedAt: number;
  readonly by: NoticeActor;
  readonly publicUrl: string;
}

interface NoticeText {
  readonly subject: string;
  readonly what: string;
  /** What to do if it was not them. Left out for the usual advice. */
  readonly advice?: string;
}

export function noticeMail(notice: PersonNotice, facts: NoticeFacts): Mail {
  const { to, name, happenedAt, by, publicUrl } = facts;
  const { subject, what, advice = usualAdvice } = textOf(notice);
  const circumstances = [`When: ${mailTime(happenedAt)}`, ...placeOf(by)].join("\n");
  const closing = closingOf(by, advice).replace("{link}", `${publicUrl}/forgot-password`);
  return { to, subject, text: mailText(name, [what, circumstances, closing]) };
}

/** The person must not learn where another member works. */
function placeOf(by: NoticeActor): string[] {
  if (by.kind !== "self") return [];
  const { source, userAgent } = by;
  const agent = userAgent === "" ? [] : [`Browser or program: ${inMail(userAgent, agentCharsMax)}`];
  return [`From: ${inMail(source)}`, ...agent];
}

function closingOf(by: NoticeActor, advice: string): string {
  switch (by.kind) {
    case "self":
      return `If this was you, you don't need to do anything. ${advice}`;
    case "member":
      return `This was done by ${inMail(by.email)}. If you didn't expect it, ask them or another owner of the account.`;
    case "operator":
      return "This was done on the server itself, by its operator. If you didn't expect it, contact them.";
  }
}

const usualAdvice =
  "If it wasn't, reset your password at {link} and check your sessions and your second factor in Settings > Profile.";

function textOf(notice: PersonNotice): NoticeText {
  switch (notice.kind) {
    case "password changed":
      return {
        subject: "Your Weir password was changed",
        what: "The password you sign in to Weir with was changed. Other sessions were signed out.",
      };
    case "reset link made":
      return {
        subject: "A link to reset your Weir password was created",
        what:
          "A link to reset your Weir password was created. It works once, within an hour. Your password doesn't " +
          "change until the link is used.",
      };
    case "address change requested":
      return {
        subject: "Your email address for Weir is about to change",
        what:
          `A request was made to change your email address for Weir to ${inMail(notice.newEmail)}. We sent a link to the new ` +
          "address. Until that link is used, you keep signing in with this address.",
        advice:
          "If it wasn't, reset your password at {link}. That also cancels the change, because the person who asked for it knew your password.",
      };
    case "address changed":
      return {
        subject: "Your email address for Weir was changed",
        what:
          `Your email address for Weir is now ${inMail(notice.newEmail)}. Sign in with the new address from now on. ` +
          "This is the last email to the old address.",
        advice: "If it wasn't, contact an owner of your account or the operator of the server right away.",
      };
    case "second factor turned on":
      return {
        subject: "Two-step sign-in was turned on for Weir",
        what: "Signing in to Weir now requires a code from your authenticator app as well as your password.",
      };
    case "second factor turned off":
      return {
        subject: "Two-step sign-in was turned off for Weir",
        what: "Signing in to Weir no longer requires a code from your authenticator app. Your password alone is enough.",
      };
    case "second factor locked":
      return {
        subject: "Too many wrong sign-in codes for Weir",
        what:
          "Someone entered your correct password and then too many wrong codes. Codes from your authenticator " +
          "app are not accepted until you sign in with a recovery code or reset your password by email.",
        advice: "If it wasn't, someone else knows your password: reset it now at {link}.",
      };
    case "recovery codes renewed":
      return {
        subject: "Your Weir recovery codes were replaced",
        what: "New recovery codes were created for your sign-in. Your old codes no longer work.",
      };
    case "API key created":
      return {
        subject: "An API key was created in Weir",
        what: `The API key "${inMail(notice.key)}" was created in the account "${inMail(notice.account)}" with your sign-in.`,
        advice: `${usualAdvice} Then revoke the key in Settings > API keys.`,
      };
    case "API key revoked":
      return {
        subject: "An API key was revoked in Weir",
        what:
          `The API key "${inMail(notice.key)}" of the account "${inMail(notice.account)}" was revoked. ` +
          "Programs that use it no longer have access.",
      };
    case "role changed": {
      const account = `the account "${inMail(notice.account)}"`;
      return notice.role === null
        ? {
            subject: "You were removed from an account in Weir",
            what: `You are no longer a member of ${account}.`,
          }
        : {
            subject: "Your role in Weir was changed",
            what: `Your role in ${account} is now ${notice.role}.`,
          };
    }
    case "account deletion": {
      const account = `the account "${inMail(notice.account)}"`;
      return notice.dueAt === null
        ? {
            subject: "The deletion of an account in Weir was cancelled",
            what: `The deletion of ${account} was cancelled. Nothing was deleted.`,
          }
        : {
            subject: "An account in Weir will be deleted",
            what:
              `The deletion of ${account} was requested. Everything in it will be deleted from ${mailTime(notice.dueAt)} on: devices, ` +
              "readings, rule chains, boards and members. Until then everything works as before, and any owner can cancel " +
              "the deletion in Settings > Account.",
            advice:
              "If it wasn't, cancel the deletion in Settings > Account, reset your password at {link} and check your sessions in Settings > Profile.",
          };
    }
    case "sign-in deleted":
      return {
        subject: "Your Weir sign-in was deleted",
        what: "Your sign-in to Weir was deleted. You were signed out everywhere and can no longer sign in.",
      };
    case "new sign-in":
      return {
        subject: "New sign-in to Weir",
        what: "You signed in to Weir from an address that you haven't used in the last 30 days.",
      };
  }
}

const nameCharsMax = 80;
const agentCharsMax = 200;

/** Greets the person and joins the paragraphs. */
export function mailText(name: string, paragraphs: readonly string[]): string {
  const greeting = name === "" ? "Hello," : `Hello ${inMail(name)},`;
  return `${[greeting, ...paragraphs].join("\n\n")}\n`;
}

/** Others choose names, so names are kept short and on one line and cannot look like a paragraph of the mail. */
export function inMail(text: string, charsMax = nameCharsMax): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1)}…`;
}

/** `2026-06-01 12:00 UTC`: a mail cannot know the reader's time zone. */
export function mailTime(us: number): string {
  return `${formatMicros(us).slice(0, 16).replace("T", " ")} UTC`;
}
