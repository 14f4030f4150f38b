import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { passwordText } from "./password-text.ts";

export function defineAccountCreate(command: Command): void {
  command
    .argument("<name>", "Name of the account")
    .option("--owner <email>", "Who owns it; somebody new gets a link to set a password, which is printed")
    .option("--existing", "The owner is somebody who can sign in here already; without it they are refused");
  takeApiOptions(command);
  showExamples(
    command,
    'weir account create "North plant"',
    'weir account create "North plant" --owner ada@example.org',
  );
  command.action(async (name: string, options: ApiOptions & { owner?: string; existing?: true }) => {
    const body = { name, owner: options.owner, existing: options.existing === true };
    const account = await withApi(command, (api) => api.call("addAccount", { body }), { begins: true });
    if (options.json) return printJson(account);
    print(`Created account ${printable(account.name)} (${account.uuid}).`);
    if (account.owner !== null) print(`${account.owner} is its owner.`);
    if (account.link !== null) print(passwordText(account.link));
  });
}
