import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";

const create = apiCommand({
  take: (command) => takeOneAccount(command.argument("<name>", "Name of the group")),
  examples: ["weir group create Cellar", "weir device create Boiler --sensor temperature --group Cellar"],
  needs: { begins: true },
  async call(api, [name]: [string], options: AccountOptions) {
    const account = await api.accountFor(options.account);
    const params = { account: account.uuid };
    return { account, group: await api.call("createDeviceGroup", { params, body: { name } }) };
  },
  json: ({ group }) => group,
  text: ({ account, group }) =>
    `Created group ${printable(group.name)} in account ${printable(account.name)}.`,
});

const list = listCommand({
  route: "listDeviceGroups",
  within: "all accounts",
  columns: {
    GROUP: ({ name }) => printable(name),
    ACCOUNT: ({ account }) => printable(account),
  },
  none: "No groups yet. Create one: weir group create NAME",
  examples: ["weir group list"],
});

export const groupCommands = { create, list };
