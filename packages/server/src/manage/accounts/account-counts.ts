import type { ActivityQueries } from "../../store/activity-queries.ts";
import type { AccountKeptCounts, ChainQueries } from "../../store/chain-queries.ts";
import { countWarned, loadSurroundings } from "../chains/chain-validation.ts";
import type { ChainControlReader } from "../chains/work/chain-control.ts";
import { countedMax } from "./counted-max.ts";

/** What of an account waits for a person or for delivery. */
export interface AccountCounts extends AccountKeptCounts {
  readonly quarantined: number;
  /** Published chains of which something is worth knowing, whether they are in use or not. */
  readonly chainsWithWarning: number;
}

export async function countAccount(
  control: ChainControlReader,
  { chains, activity }: { readonly chains: ChainQueries; readonly activity: ActivityQueries },
  accountId: number,
): Promise<AccountCounts> {
  return {
    ...(await chains.keptCountsOf(accountId, countedMax)),
    quarantined: await activity.quarantinedCount(accountId, countedMax),
    chainsWithWarning: countWarned(await loadSurroundings(control, accountId)),
  };
}
