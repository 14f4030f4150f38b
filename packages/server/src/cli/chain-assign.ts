import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { describeTarget, type TargetOptions, takeTargets, targetOf } from "./chain-target.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainAssign(command: Command): void {
  command.description(
    "Let readings go through a chain. What applies to a sensor is its own chain, else its device's, else its group's, " +
      "else the account's default.",
  );
  takeTargets(takeChain(command)).option(
    "--default",
    "Everything in the account that has no chain of its own",
  );
  showExamples(
    command,
    `weir chain assign "Cold store" --sensor ${exampleUuid}/temperature`,
    'weir chain assign "Cold store" --group Cellar',
    'weir chain assign "Cold store" --default',
  );
  command.action(async (selector: string, options: ChainOptions & TargetOptions) => {
    const target = targetOf(options);
    const assigned = await withChain(command, selector, (api, { account, chain }) =>
      api.call("assignChain", { params: { account }, body: { chain, ...target } }),
    );
    if (options.json) printJson(assigned);
    else print(printable(`Assigned chain ${assigned.name} to ${describeTarget(target)}.`));
  });
}
