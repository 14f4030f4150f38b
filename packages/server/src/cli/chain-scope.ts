import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import { type ControlReader, withinAccount } from "../control/control-store.ts";
import { findAccount } from "../manage/accounts/accounts.ts";
import type { ChainControl, ChainControlReader } from "../manage/chains/work/chain-control.ts";
import { workHere } from "../manage/chains/work/work-here.ts";
import { changeControl, readControl } from "./control-access.ts";
import { valueOrFail } from "./failure.ts";

/** Chains are named by UUID or by name. A name may be in use in several accounts; then one has to be told. */
export function takeAccountOfChain(command: Command): Command {
  return command.option("--account <name>", "Name or UUID of the account the chain is in");
}

export interface AccountOption {
  readonly account?: string;
}

/** Control data to read, of the account that was named or of all. */
export async function readChains<T>(
  config: Config,
  { account }: AccountOption,
  work: (control: ChainControlReader) => Promise<T>,
): Promise<T> {
  return readControl(config, async (control) =>
    work({ ...(await within(control, account)), chainWork: workHere }),
  );
}

/** The same for a change, which is in force on a running server when this resolves. */
export async function changeChains<T>(
  config: Config,
  { account }: AccountOption,
  work: (store: ChainControl) => Promise<T>,
): Promise<T> {
  return changeControl(config, async (store) =>
    work({ ...(await within(store, account)), chainWork: workHere }),
  );
}

async function within<Store extends ControlReader>(store: Store, account?: string): Promise<Store> {
  if (account === undefined) return store;
  return withinAccount(store, valueOrFail(await findAccount(store, account)).id);
}
