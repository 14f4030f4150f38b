import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import { type Account, accountFor } from "../manage/accounts.ts";
import type { ControlStore } from "../manage/control-store.ts";
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

/** What is noted of it, as in `secret.set`; null for what only reads and shows no value. */
export async function inAccount<T>(
  config: Config,
  { account }: SecretOptions,
  noted: { readonly action: string; readonly name: string } | null,
  work: (store: ControlStore, account: Account) => Promise<T>,
): Promise<T> {
  const { done } = await changeControl(
    config,
    async (store) => {
      const owner = valueOrFail(await accountFor(store, account));
      return { owner, done: await work(store, owner) };
    },
    ({ owner: { id: accountId } }) =>
      noted && { action: noted.action, subjectKind: "secret", subject: noted.name, whose: { accountId } },
  );
  return done;
}
