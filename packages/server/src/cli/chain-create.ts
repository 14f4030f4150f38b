import type { Command } from "commander";
import { accountFor } from "../manage/accounts/accounts.ts";
import { createChain } from "../manage/chains/chains.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainCreate(command: Command): void {
  command.description(
    "Create a chain with a draft that saves every reading. It applies to nothing before it is published and assigned.",
  );
  command
    .argument("<name>", "Name of the chain")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    'weir chain create "Cold store"',
    'weir chain export "Cold store" --draft > cold-store.json',
  );
  command.action(async (name: string, options: { account?: string; json?: true }) => {
    const { config } = effectiveConfig(command);
    const { chain, account } = await beginControl(config, async (store) => {
      const owner = valueOrFail(await accountFor(store, options.account));
      return {
        chain: valueOrFail(await createChain(store, { accountId: owner.id, name })),
        account: owner,
      };
    });
    if (options.json) printJson({ chain_uuid: chain.uuid, name: chain.name, account: account.name });
    else {
      const where = `in account ${printable(account.name)}`;
      print(`Created chain ${printable(chain.name)} (${chain.uuid}) ${where}, with a draft.`);
    }
  });
}
