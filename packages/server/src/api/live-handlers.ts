import type { liveRoutes } from "@weir/protocol/manage/live-routes";
import type { HandlersOf } from "./handler.ts";

export const liveHandlers: HandlersOf<typeof liveRoutes> = {
  watchLive({ account, live, request }, { query }) {
    const lastId = request.headers.get("last-event-id");
    const events = live.subscribe({
      accountId: account.id,
      devices: new Set(query.devices),
      sensors: new Set(query.sensors),
      kinds: new Set(query.kinds),
      afterId: lastId !== null && /^\d{1,16}$/.test(lastId) ? Number(lastId) : null,
    });
    if (events === null) {
      const detail = "Too many pages are open on this server. Close some, or try again later.";
      const headers = { "Retry-After": "30" };
      return { ok: false, problem: { status: 503, code: "too_many_listeners", detail, headers } };
    }
    const headers = {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    };
    return { ok: true, answer: { status: 200, headers, body: events } };
  },
};
