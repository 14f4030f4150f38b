import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineGroupCreate(command: Command): void {
  command
    .argument("<name>", "Name of the group")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    "weir group create Cellar",
    "weir device create Boiler --sensor temperature --group Cellar",
  );
  command.action(async (name: string, options: ApiOptions & { account?: string }) => {
    const create = async (api: ApiClient) => {
      const account = await api.accountFor(options.account);
      const params = { account: account.uuid };
      return { account, group: await api.call("createDeviceGroup", { params, body: { name } }) };
    };
    const { account, group } = await withApi(command, create, { begins: true });
    if (options.json) printJson(group);
    else print(`Created group ${printable(group.name)} in account ${printable(account.name)}.`);
  });
}
