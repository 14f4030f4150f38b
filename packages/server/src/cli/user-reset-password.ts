import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";
import { passwordText } from "./password-text.ts";
import { readLine } from "./read-line.ts";

interface ResetOptions extends ApiOptions {
  readonly passwordStdin?: true;
  readonly turnOffTotp?: true;
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
  takeApiOptions(command);
  showExamples(
    command,
    "weir user reset-password ada@example.org",
    "weir user reset-password ada@example.org --password-stdin < password.txt",
  );
  command.action(async (email: string, options: ResetOptions) => {
    const password = options.passwordStdin ? await readLine("The password") : undefined;
    const body = { password, turn_off_totp: options.turnOffTotp === true };
    const person = await withApi(command, (api) =>
      api.call("resetPersonPassword", { params: { email }, body }),
    );
    if (options.json) printJson(person);
    else print(passwordText(person.link));
  });
}
