import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";

/** What commands on one chain take. */
export interface ChainOptions extends ApiOptions {
  readonly account?: string;
}

/** Chains are named by UUID or by name. A name may be in use in several accounts; then one has to be told. */
export function takeChain(command: Command, jsonHelp?: string): Command {
  return takeChainOptions(command.argument("<chain>", "Name or UUID of the chain"), jsonHelp);
}

/** Without the chain, for commands that can do without one. */
export function takeChainOptions(command: Command, jsonHelp?: string): Command {
  command.option("--account <name>", "Name or UUID of the account the chain is in");
  return takeApiOptions(command, jsonHelp);
}

export interface ChainParams {
  readonly account: string;
  readonly chain: string;
}

/** Runs a command on the chain that was named, in the account it is in. */
export async function withChain<T>(
  command: Command,
  chain: string,
  work: (api: ApiClient, params: ChainParams) => Promise<T>,
): Promise<T> {
  return withApi(command, async (api) => {
    const account = await api.accountOf({ chain }, command.opts<ChainOptions>().account);
    return work(api, { account: account.uuid, chain });
  });
}
