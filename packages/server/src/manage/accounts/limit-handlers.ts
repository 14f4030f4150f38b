import type { limitRoutes } from "@weir/protocol/manage/limit-routes";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { listLimits, listSharedLimits } from "./list-limits.ts";

export const limitHandlers: HandlersOf<typeof limitRoutes> = {
  async showLimits({ control, account, serverLimits, uses }) {
    const own = listLimits(control.limits, serverLimits, await uses.of(account.id));
    return succeed({ items: [...own, ...listSharedLimits(serverLimits, null)], next: null });
  },

  async showServerLimits({ serverLimits, uses }) {
    return succeed({ items: listSharedLimits(serverLimits, await uses.ofAll()), next: null });
  },
};
