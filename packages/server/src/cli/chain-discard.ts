import type { Command } from "commander";
import { discardDraft } from "../manage/chains/chain-drafts.ts";
import { type AccountOption, changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainDiscard(command: Command): void {
  command.argument("<chain>", "Name or UUID of the chain");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain discard "Cold store"');
  command.action(async (selector: string, options: AccountOption & { json?: true }) => {
    const { config } = effectiveConfig(command);
    const { uuid, name, publishedVersion } = await changeChains(config, options, async (store) =>
      valueOrFail(await discardDraft(store, selector)),
    );
    if (options.json) printJson({ chain_uuid: uuid, name, live_version: publishedVersion });
    else
      print(`Discarded the draft of chain ${printable(name)}. Version ${publishedVersion} stays published.`);
  });
}
