import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";

export const defineGroupList = listCommand({
  route: "listDeviceGroups",
  within: "all accounts",
  columns: {
    GROUP: ({ name }) => printable(name),
    ACCOUNT: ({ account }) => printable(account),
  },
  none: "No groups yet. Create one: weir group create NAME",
  examples: ["weir group list"],
});
