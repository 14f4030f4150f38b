import type { countRoutes } from "@weir/protocol/manage/count-routes";
import type { HandlersOf } from "../../web/handler.ts";
import { countAccount } from "./account-counts.ts";

export const countHandlers: HandlersOf<typeof countRoutes> = {
  async showCounts({ control, chains, activity, account }) {
    const counts = await countAccount(control, { chains, activity }, account.id);
    const { waiting, dead } = counts.messages;
    return {
      ok: true,
      value: {
        alarms: { ...counts.activeAlarms },
        dead_letters: counts.deadLetters,
        outbox: { waiting, given_up: dead },
        quarantined: counts.quarantined,
        chains_with_warning: counts.chainsWithWarning,
      },
    };
  },
};
