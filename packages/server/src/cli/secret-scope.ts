import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import type { Account } from "../control/accounts/accounts.ts";
import type { ControlStore } from "../control/control-store.ts";
import { accountFor } from "../manage/accounts/accounts.ts";
import { takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { valueOrFail } from "./failure.ts";

/** What the commands about secrets share: each works in one account. */
export function takeSecretOptions(command: Command): Command {
  command.option("--account <name>", "Name or UUID of the account (default: the oldest)");
  return takeJson(takeDataFolder(command));
}

export interface SecretOptions {
  readonly account?: string;
  readonly json?: true;
}

export async function inAccount<T>(
  config: Config,
  { account }: SecretOptions,
  work: (store: ControlStore, account: Account) => Promise<T>,
): Promise<T> {
  return changeControl(config, async (store) => work(store, valueOrFail(await accountFor(store, account))));
}
