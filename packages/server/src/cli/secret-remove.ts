import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

export function defineSecretRemove(command: Command): void {
  command
    .argument("<name>", "Name of the secret")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(command, "weir secret remove broker");
  command.action(async (name: string, options: ApiOptions & { account?: string }) => {
    await withApi(command, async (api) => {
      const { uuid: account } = await api.accountFor(options.account);
      await api.call("removeSecret", { params: { account, secret: name } });
    });
    if (options.json) printJson({ name, removed: true });
    else print(`Removed secret ${name}. What needs it is not delivered any more.`);
  });
}
