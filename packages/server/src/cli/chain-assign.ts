import type { Command } from "commander";
import { assignChain } from "../manage/chains/chain-assignment.ts";
import { type AccountOption, changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { describeTarget, type TargetOptions, takeTargets, targetOf, targetToJson } from "./chain-target.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainAssign(command: Command): void {
  command.description(
    "Let readings go through a chain. What applies to a sensor is its own chain, else its device's, else its group's, " +
      "else the account's default.",
  );
  command.argument("<chain>", "Name or UUID of the chain");
  takeTargets(command).option("--default", "Everything in the account that has no chain of its own");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(
    command,
    `weir chain assign "Cold store" --sensor ${exampleUuid}/temperature`,
    'weir chain assign "Cold store" --group Cellar',
    'weir chain assign "Cold store" --default',
  );
  command.action(async (selector: string, options: TargetOptions & AccountOption & { json?: true }) => {
    const { config } = effectiveConfig(command);
    const target = targetOf(options);
    const chain = await changeChains(config, options, async (store) =>
      valueOrFail(await assignChain(store, selector, target)),
    );
    if (options.json) printJson({ chain_uuid: chain.uuid, name: chain.name, ...targetToJson(target) });
    else print(printable(`Assigned chain ${chain.name} to ${describeTarget(target)}.`));
  });
}
