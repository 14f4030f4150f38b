import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainCreate(command: Command): void {
  command.description(
    "Create a chain with a draft that saves every reading. It applies to nothing before it is published and assigned.",
  );
  command
    .argument("<name>", "Name of the chain")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    'weir chain create "Cold store"',
    'weir chain export "Cold store" --draft > cold-store.json',
  );
  command.action(async (name: string, options: ApiOptions & { account?: string }) => {
    const create = async (api: ApiClient) => {
      const account = await api.accountFor(options.account);
      const params = { account: account.uuid };
      return { account, chain: await api.call("createChain", { params, body: { name } }) };
    };
    const { account, chain } = await withApi(command, create, { begins: true });
    if (options.json) return printJson(chain);
    const where = `in account ${printable(account.name)}`;
    print(`Created chain ${printable(chain.name)} (${chain.uuid}) ${where}, with a draft.`);
  });
}
