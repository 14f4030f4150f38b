import type { Command } from "commander";
import { findUser, turnOffTotp } from "../manage/people/operator-users.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { tellPerson } from "./tell-person.ts";
import { givePassword, noticeOf, passwordText, readPassword } from "./user-password.ts";

const totpOff = { kind: "second factor turned off" } as const;

interface ResetOptions {
  readonly passwordStdin?: true;
  readonly turnOffTotp?: true;
  readonly json?: true;
}

export function defineUserResetPassword(command: Command): void {
  command.description(
    "Print a link that sets a new password, once and within an hour, or set the password at once. A new password ends " +
      "all sessions of the person.",
  );
  command
    .argument("<email>", "E-mail address of the person")
    .option("--password-stdin", "Read the password from standard input instead of printing a link")
    .option("--turn-off-totp", "Ask for no one-time password any more, where the authenticator is lost");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir user reset-password ada@example.org",
    "weir user reset-password ada@example.org --password-stdin < password.txt",
  );
  command.action(async (email: string, options: ResetOptions) => {
    const { config } = effectiveConfig(command);
    const password = options.passwordStdin ? await readPassword() : null;
    const { user, given } = await changeControl(config, async (store) => {
      const user = valueOrFail(await findUser(store, email));
      const given = await givePassword(store, config, user, password);
      if (options.turnOffTotp) await turnOffTotp(store, user);
      return { user, given };
    });
    await tellPerson(config, user, noticeOf(given), ...(options.turnOffTotp ? [totpOff] : []));
    if (options.json) printJson({ email: user.email, link: "link" in given ? given.link : null });
    else print(passwordText(given));
  });
}
