import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

export function defineSecretShow(command: Command): void {
  command.description(
    "Print the value of a secret. The secret webhook, which every account has, is what receivers of webhooks check their " +
      "signature with.",
  );
  command
    .argument("<name>", "Name of the secret")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(command, "weir secret show webhook");
  command.action(async (name: string, options: ApiOptions & { account?: string }) => {
    const secret = await withApi(command, async (api) => {
      const { uuid: account } = await api.accountFor(options.account);
      return api.call("showSecret", { params: { account, secret: name } });
    });
    if (options.json) printJson(secret);
    else print(secret.value);
  });
}
