import type { Command } from "commander";
import type { ControlStore } from "../control/control-store.ts";
import { accountFor } from "../manage/accounts/accounts.ts";
import { unassignChain } from "../manage/chains/chain-assignment.ts";
import { type AccountOption, changeChains } from "./chain-scope.ts";
import { describeTarget, type TargetOptions, takeTargets, targetOf, targetToJson } from "./chain-target.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainUnassign(command: Command): void {
  command.description(
    "Take away the chain that a sensor, a device or a group has of its own; the next one up applies then. An account's " +
      "default cannot be taken away, only replaced: weir chain assign CHAIN --default.",
  );
  takeTargets(command).option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    `weir chain unassign --sensor ${exampleUuid}/temperature`,
    "weir chain unassign --group Cellar",
  );
  command.action(async (options: TargetOptions & AccountOption & { json?: true }) => {
    const { config } = effectiveConfig(command);
    const target = targetOf(options);
    const chain = await changeChains(config, options, (store) => unassign(store, options));
    if (options.json) printJson({ chain_uuid: chain.uuid, name: chain.name, ...targetToJson(target) });
    else print(printable(`To ${describeTarget(target)} applies chain ${chain.name} now.`));
  });
}

async function unassign(store: ControlStore, options: TargetOptions) {
  const target = targetOf(options);
  if (target.kind === "default") throw new CommandFailure("usage", "A default is only replaced.", usageExit);
  if (target.kind !== "group") return valueOrFail(await unassignChain(store, target));
  const { id: accountId } = valueOrFail(await accountFor(store));
  return valueOrFail(await unassignChain(store, { ...target, accountId }));
}
