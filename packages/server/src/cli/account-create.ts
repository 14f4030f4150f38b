import type { Command } from "commander";
import { createAccount } from "../manage/accounts.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineAccountCreate(command: Command): void {
  command.argument("<name>", "Name of the account");
  takeJson(takeDataFolder(command));
  showExamples(command, 'weir account create "North plant"');
  command.action(async (name: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const account = await beginControl(config, async (store) =>
      valueOrFail(await createAccount(store, name)),
    );
    if (options.json) printJson({ account_uuid: account.uuid, name: account.name });
    else print(`Created account ${printable(account.name)} (${account.uuid}).`);
  });
}
