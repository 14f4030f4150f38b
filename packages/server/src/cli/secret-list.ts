import { listCommand } from "./derived/list-command.ts";
import { shortTime } from "./table.ts";

export const defineSecretList = listCommand({
  route: "listSecrets",
  within: "one account",
  columns: { SECRET: ({ name }) => name, SET: ({ created_at }) => shortTime(created_at) },
  none: "No secrets yet. Make one: weir secret set NAME",
  examples: ["weir secret list"],
});
