import type { operatorRoutes } from "@weir/protocol/manage/operator-routes";
import type { HandlersOf } from "../../web/handler.ts";

export const operatorReadingHandlers = {
  async awaitAccepted({ flush }) {
    await flush();
    return { ok: true, value: null };
  },
} satisfies Partial<HandlersOf<typeof operatorRoutes>>;
