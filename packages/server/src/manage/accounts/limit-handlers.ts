import type { limitRoutes } from "@weir/protocol/manage/limit-routes";
import type { HandlersOf } from "../../web/handler.ts";
import { listLimits, listSharedLimits } from "./list-limits.ts";

export const limitHandlers: HandlersOf<typeof limitRoutes> = {
  async showLimits({ control, account, serverLimits, uses }) {
    const own = listLimits(control.limits, serverLimits, await uses.of(account.id));
    return { ok: true, value: { items: [...own, ...listSharedLimits(serverLimits, null)], next: null } };
  },

  async showServerLimits({ serverLimits, uses }) {
    return { ok: true, value: { items: listSharedLimits(serverLimits, await uses.ofAll()), next: null } };
  },
};
