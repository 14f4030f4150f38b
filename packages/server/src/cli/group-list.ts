import type { Command } from "commander";
import { listAccounts } from "../control/accounts/accounts.ts";
import { listDeviceGroups } from "../control/devices/device-groups.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineGroupList(command: Command): void {
  takeJson(takeDataFolder(command));
  showExamples(command, "weir group list");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const groups = await readControl(config, async (control) => {
      const accountNames = new Map((await listAccounts(control)).map(({ id, name }) => [id, name]));
      const listed = await listDeviceGroups(control);
      return listed.map(({ name, accountId }) => ({ name, account: accountNames.get(accountId) ?? "" }));
    });
    if (options.json) printJson(groups);
    else if (groups.length === 0) print("No groups yet. Create one: weir group create NAME");
    else
      print(
        formatTable(
          ["GROUP", "ACCOUNT"],
          groups.map(({ name, account }) => [printable(name), printable(account)]),
        ),
      );
  });
}
