import type { Config } from "../config/settings.ts";
import type { ControlStore } from "../control/control-store.ts";
import type { PersonNotice } from "../manage/people/notice-mails.ts";
import type { OperatedUser } from "../manage/people/operator-users.ts";
import { refusePassword } from "../manage/people/password.ts";
import type { PasswordHolder } from "../manage/people/password-holder.ts";
import { issuePasswordReset } from "../manage/people/password-reset.ts";
import { setPassword } from "../manage/people/set-password.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { serverUrl } from "./server-url.ts";

/** How somebody comes to a password: by a link that works once, or as it is given on standard input. */
export type NewPassword = { readonly link: string } | { readonly isSet: true };

export async function givePassword(
  store: ControlStore,
  config: Config,
  user: OperatedUser,
  password: string | null,
): Promise<NewPassword> {
  if (password !== null) {
    valueOrFail(await setPassword(store, user.id, password));
    return { isSet: true };
  }
  const issued = await issuePasswordReset(store, user.email);
  if (issued === null)
    throw new CommandFailure("unknown_user", `Nobody has the e-mail address ${user.email}.`);
  return { link: `${serverUrl(config)}/reset-password#${issued.token}` };
}

export async function failOnBadPassword(password: string, holder: PasswordHolder): Promise<void> {
  const refused = await refusePassword(password, holder);
  if (refused !== null) valueOrFail(refused);
}

/** What the person is told of it. */
export function noticeOf(given: NewPassword): PersonNotice {
  return { kind: "isSet" in given ? "password changed" : "reset link made" };
}

/** For people; the link says more than the words. */
export function passwordText(given: NewPassword): string {
  if ("isSet" in given) return "The password is set.";
  return `To set a password, open this link within an hour; it works once:\n\n${given.link}`;
}

export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("The password, then Enter and Ctrl-D: ");
  return (await Bun.stdin.text()).replace(/\r?\n$/, "");
}
