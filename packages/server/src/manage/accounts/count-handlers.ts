import type { countRoutes } from "@weir/protocol/manage/count-routes";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { AccountKeptCounts } from "../../store/counts/queries.ts";
import { countWarned, loadSurroundings } from "../chains/chain-validation.ts";
import type { ChainControlReader } from "../chains/work/chain-control.ts";
import { countedMax } from "../core/counted-max.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";

export const countHandlers: HandlersOf<typeof countRoutes> = {
  async showCounts({ control, chains, activity, account }) {
    const counts = await countAccount(control, { chains, activity }, account.id);
    const { waiting, dead } = counts.messages;
    return succeed({
      alarms: { ...counts.activeAlarms },
      dead_letters: counts.deadLetters,
      outbox: { waiting, given_up: dead },
      quarantined: counts.quarantined,
      chains_with_warning: counts.chainsWithWarning,
    });
  },
};

/** What is waiting in an account for a person or for delivery. */
interface AccountCounts extends AccountKeptCounts {
  readonly quarantined: number;
  /** Published chains with warnings, in use or not. */
  readonly chainsWithWarning: number;
}

async function countAccount(
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
