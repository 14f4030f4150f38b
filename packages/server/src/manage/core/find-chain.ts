import { chainByUuid, chainsByName, type FoundChain } from "../../control/chains/chain-records.ts";
import type { ControlData, ControlReader } from "../../control/control.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/**
 * Finds a chain by UUID or by name. UUIDs are tried first, so a chain that is named like another's UUID cannot hide it.
 * Every function that takes a chain uses this, which keeps accounts apart: within an account, a chain of another one is
 * unknown. `db` may be a transaction.
 */
export async function findChain(
  { accountId }: Pick<ControlReader, "accountId">,
  db: ControlData,
  selector: string,
): Promise<Result<FoundChain>> {
  const chains = { db, accountId };
  const byUuid = await chainByUuid(chains, selector);
  if (byUuid) return succeed(byUuid);
  const [byName, another] = await chainsByName(chains, selector);
  if (another) {
    return refuse(
      "ambiguous_chain",
      `Several accounts have a chain "${selector}". Give the account, or the UUID of the chain.`,
    );
  }
  return byName ? succeed(byName) : refuse("unknown_chain", `There is no chain "${selector}".`);
}
