import type { Command } from "commander";
import { renameChain } from "../manage/chains/chains.ts";
import { type AccountOption, changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainRename(command: Command): void {
  command.argument("<chain>", "Name or UUID of the chain").argument("<name>", "Its new name");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain rename "Cold store" "Cold store, north"');
  command.action(async (selector: string, newName: string, options: AccountOption & { json?: true }) => {
    const { config } = effectiveConfig(command);
    const { uuid, name } = await changeChains(config, options, async (store) =>
      valueOrFail(await renameChain(store, selector, newName)),
    );
    if (options.json) printJson({ chain_uuid: uuid, name });
    else print(`Chain ${uuid} is called ${printable(name)} now.`);
  });
}
