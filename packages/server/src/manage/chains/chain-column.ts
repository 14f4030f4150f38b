import { type Control, type ControlTransaction, withinAccount } from "../../control/control.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { findChain } from "./find-chain.ts";

/** The value of the column for a chain of the account, or for none. Only a published chain can be assigned. */
export async function chainColumn(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  selector: string | null,
): Promise<Result<{ chain_id: number | null }>> {
  if (selector === null) return succeed({ chain_id: null });
  const found = await findChain(withinAccount(control, accountId), tx, selector);
  if (!found.ok) return found;
  const { id, name, publishedVersion } = found.value;
  if (publishedVersion !== null) return succeed({ chain_id: id });
  return refuse("chain_unpublished", `The chain "${name}" was never published. Publish it first.`);
}
