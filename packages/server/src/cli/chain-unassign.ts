import type { Command } from "commander";
import type { ChainOptions } from "./chain-command.ts";
import { describeTarget, type TargetOptions, takeTargets, targetOf } from "./chain-target.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainUnassign(command: Command): void {
  command.description(
    "Take away the chain that a sensor, a device or a group has of its own; the next one up applies then. An account's " +
      "default cannot be taken away, only replaced: weir chain assign CHAIN --default.",
  );
  takeTargets(command).option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    `weir chain unassign --sensor ${exampleUuid}/temperature`,
    "weir chain unassign --group Cellar",
  );
  command.action(async (options: ChainOptions & TargetOptions) => {
    const target = targetOf(options);
    const applies = await withApi(command, async (api) => {
      const { device } = target;
      const account =
        device === undefined
          ? await api.accountFor(options.account)
          : await api.accountOf({ device }, options.account);
      return api.call("unassignChain", { params: { account: account.uuid }, query: { ...target } });
    });
    if (options.json) printJson(applies);
    else print(printable(`To ${describeTarget(target)} applies chain ${applies.name} now.`));
  });
}
