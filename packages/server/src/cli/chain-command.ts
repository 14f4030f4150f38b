import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";

/** What commands on one chain take. */
export interface ChainOptions extends ApiOptions {
  readonly account?: string;
}

/** Chains are named by UUID or by name. A name may be in use in several accounts; then one has to be told. */
export function takeChain(command: Command): Command {
  return takeAccountOfChain(command.argument("<chain>", "Name or UUID of the chain"));
}

/** Without the chain, for commands that can do without one. */
export function takeAccountOfChain(command: Command): Command {
  return command.option("--account <name>", "Name or UUID of the chain's account");
}

interface ChainParams {
  readonly account: string;
  readonly chain: string;
}

/** The chain that was named, in the account it is in. */
export async function chainParams(
  api: ApiClient,
  chain: string,
  options: ChainOptions,
): Promise<ChainParams> {
  const account = await api.accountOf({ chain }, options.account);
  return { account: account.uuid, chain };
}
