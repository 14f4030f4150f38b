import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import { getChain } from "../manage/chains/chain-list.ts";
import { deleteChain } from "../manage/chains/chains.ts";
import { type AccountOption, changeChains, readChains, takeAccountOfChain } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { confirm } from "./confirm.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

interface DeleteOptions extends AccountOption {
  readonly yes?: true;
  readonly json?: true;
}

export function defineChainDelete(command: Command): void {
  command.description("Delete a chain with its draft and versions. One that is in use is not deleted.");
  command
    .argument("<chain>", "Name or UUID of the chain")
    .option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain delete "Cold store"');
  command.action(async (selector: string, options: DeleteOptions) => {
    const { config } = effectiveConfig(command);
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(config, selector, options);
    const { uuid, name } = await changeChains(config, options, async (store) =>
      valueOrFail(await deleteChain(store, selector)),
    );
    if (options.json) printJson({ chain_uuid: uuid, name, deleted: true });
    else print(`Deleted chain ${printable(name)}.`);
  });
}

async function askFirst(config: Config, selector: string, options: AccountOption): Promise<void> {
  const chain = await readChains(config, options, async (control) =>
    valueOrFail(await getChain(control, selector)),
  );
  if (await confirm(`Delete chain ${printable(chain.name)} with its draft and all its versions?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}
