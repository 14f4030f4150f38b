import type { operatorRoutes } from "@weir/protocol/manage/operator-routes";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";

export const operatorReadingHandlers = {
  async awaitAccepted({ flush }) {
    await flush();
    return succeed(null);
  },
} satisfies Partial<HandlersOf<typeof operatorRoutes>>;
