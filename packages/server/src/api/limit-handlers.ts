import type { limitRoutes } from "@weir/protocol/manage/limit-routes";
import { listLimits, listSharedLimits } from "../manage/limits/list-limits.ts";
import type { HandlersOf } from "./handler.ts";

export const limitHandlers: HandlersOf<typeof limitRoutes> = {
  async showLimits({ control, account, serverLimits, uses }) {
    const own = listLimits(control.limits, serverLimits, await uses.of(account.id));
    return { ok: true, value: { items: [...own, ...listSharedLimits(serverLimits, null)] } };
  },
};
