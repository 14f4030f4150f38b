import type { Command } from "commander";
import { accountFor } from "../manage/accounts/accounts.ts";
import { createDeviceGroup } from "../manage/devices/groups/device-groups.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineGroupCreate(command: Command): void {
  command
    .argument("<name>", "Name of the group")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir group create Cellar",
    "weir device create Boiler --sensor temperature --group Cellar",
  );
  command.action(async (name: string, options: { account?: string; json?: true }) => {
    const { config } = effectiveConfig(command);
    const { group, account } = await beginControl(config, async (store) => {
      const owner = valueOrFail(await accountFor(store, options.account));
      const created = valueOrFail(await createDeviceGroup(store, { accountId: owner.id, name }));
      return { group: created, account: owner };
    });
    if (options.json) printJson({ name: group.name, account: account.name });
    else print(`Created group ${printable(group.name)} in account ${printable(account.name)}.`);
  });
}
