import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";

/** The options of commands on one chain. */
export interface ChainOptions extends ApiOptions {
  readonly account?: string;
}

/** Chains are named by UUID or by name. If several accounts use the name, the account has to be given. */
export function takeChain(command: Command): Command {
  return takeAccountOfChain(command.argument("<chain>", "Name or UUID of the chain"));
}

/** For commands that can do without a chain. */
export function takeAccountOfChain(command: Command): Command {
  return command.option("--account <name>", "Name or UUID of the chain's account");
}

interface ChainParams {
  readonly account: string;
  readonly chain: string;
}

/** The named chain, in its account. */
export async function chainParams(
  api: ApiClient,
  chain: string,
  options: ChainOptions,
): Promise<ChainParams> {
  const account = await api.accountOf({ chain }, options.account);
  return { account: account.uuid, chain };
}
