import type { Mail } from "./mailer.ts";
import { noticeMail, type PersonNotice } from "./notice-mails.ts";

/** What a command did to somebody's sign-in, for the mail that tells them. Commands hand it to the running server. */
export interface OperatorNotice {
  /** Where it goes: to the old address where that has changed. */
  readonly to: string;
  readonly name: string;
  /** Microseconds since 1970. */
  readonly happenedAt: number;
  readonly notice: PersonNotice;
}

export function operatorMail({ notice, ...facts }: OperatorNotice, publicUrl: string): Mail {
  return noticeMail(notice, { ...facts, by: { kind: "operator" }, publicUrl });
}
