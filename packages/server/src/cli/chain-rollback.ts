import type { Command } from "commander";
import { rollBackChain } from "../manage/chains/chain-publishing.ts";
import { printPublished } from "./chain-diff-output.ts";
import { type AccountOption, changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { parseVersion } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";

export function defineChainRollback(command: Command): void {
  command.description(
    "Publish a copy of an earlier version of a chain as its newest. The draft, where there is one, stays as it is.",
  );
  command
    .argument("<chain>", "Name or UUID of the chain")
    .requiredOption("--to <number>", "The version to go back to", parseVersion);
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain rollback "Cold store" --to 3');
  command.action(async (selector: string, options: AccountOption & { to: number; json?: true }) => {
    const { config } = effectiveConfig(command);
    const published = await changeChains(config, options, async (store) =>
      valueOrFail(await rollBackChain(store, selector, options.to)),
    );
    printPublished(published, options.json === true);
  });
}
