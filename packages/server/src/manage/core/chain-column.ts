import type { FoundChain } from "../../control/chains/chain-records.ts";
import { type Control, type ControlTransaction, withinAccount } from "../../control/control.ts";
import { findChain } from "./find-chain.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/** The value of the column for a chain of the account, or for none. Only a published chain can be assigned. */
export async function chainColumn(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  selector: string | null,
): Promise<Result<{ chain_id: number | null }>> {
  if (selector === null) return succeed({ chain_id: null });
  const found = await findAssignableChain(control, tx, accountId, selector);
  return found.ok ? succeed({ chain_id: found.value.id }) : found;
}

/** Finds a published chain of the account by UUID or name. */
export async function findAssignableChain(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  selector: string,
): Promise<Result<FoundChain>> {
  const found = await findChain(withinAccount(control, accountId), tx, selector);
  if (!found.ok || found.value.publishedVersion !== null) return found;
  return refuse(
    "chain_unpublished",
    `The chain "${found.value.name}" was never published. Publish it first.`,
  );
}
