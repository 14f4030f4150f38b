import type { Command } from "commander";
import { publishChain } from "../manage/chains/chain-publishing.ts";
import { printPublished } from "./chain-diff-output.ts";
import { type AccountOption, changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";

export function defineChainPublish(command: Command): void {
  command.description(
    "Publish the draft of a chain. New readings go through it when the command returns; readings on " +
      "their way finish on the version they began with. The last 100 versions are kept.",
  );
  command
    .argument("<chain>", "Name or UUID of the chain")
    .option("--note <text>", "Why, for the list of versions");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain publish "Cold store" --note "alarm after three readings"');
  command.action(async (selector: string, options: AccountOption & { note?: string; json?: true }) => {
    const { config } = effectiveConfig(command);
    const published = await changeChains(config, options, async (store) =>
      valueOrFail(await publishChain(store, selector, { note: options.note })),
    );
    printPublished(published, options.json === true);
  });
}
