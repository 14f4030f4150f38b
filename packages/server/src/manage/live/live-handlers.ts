import { liveEventScopes } from "@weir/protocol/manage/live-events";
import type { liveRoutes } from "@weir/protocol/manage/live-routes";
import { fail } from "@weir/protocol/result";
import { scopeNeeded } from "../../web/access-problems.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { callerName } from "../../web/caller-name.ts";
import type { LiveHolder } from "../../web/live/live-holder.ts";
import type { StreamLimit } from "../../web/live/live-hub.ts";
import { covers, type LiveAccess, liveAccessOf } from "../../web/live-access.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";

export const liveHandlers: HandlersOf<typeof liveRoutes> = {
  async watchLive(context, { query }) {
    const { account, live, request } = context;
    const access = liveAccessOf(context.caller!);
    const denied = query.kinds?.find((kind) => !access.kinds.has(kind));
    if (denied !== undefined) return fail(scopeNeeded(liveEventScopes[denied]));
    const kinds = query.kinds === undefined || query.kinds.length === 0 ? access.kinds : new Set(query.kinds);
    const lastEventId = request.headers.get("last-event-id");
    await live.watch(account.id, kinds);
    const subscribed = live.subscribe(
      {
        accountId: account.id,
        devices: new Set(query.devices),
        sensors: new Set(query.sensors),
        values: new Set(query.values),
        kinds,
        mayReadValues: access.mayReadValues,
        afterId: lastEventId ?? query.after ?? null,
        wasCutOff: lastEventId !== null,
      },
      holderOf(context, access),
    );
    if (!subscribed.ok) return fail(tooManyStreams(subscribed.error));
    const headers = {
      "Content-Type": "text/event-stream",
      "X-Accel-Buffering": "no",
    };
    return { ok: true, answer: { status: 200, headers, body: subscribed.value } };
  },
};

function holderOf(context: AccountContext, access: LiveAccess): LiveHolder {
  const { clock, authoriseAgain } = context;
  const caller = context.caller!;
  const expiresAt = caller.kind === "key" ? caller.expiresAt : null;
  return {
    name: callerName(caller),
    tenantId: context.account.tenantId,
    expiresInMs: expiresAt === null ? null : expiresAt / 1000 - clock.nowMs(),
    async isStillAllowed() {
      const now = await authoriseAgain();
      return now !== null && now.caller !== null && covers(liveAccessOf(now.caller), access);
    },
  };
}

const retryLater = { "Retry-After": "30" };

/** The limits are settings. Each is named, so that it can be found and raised. */
function tooManyStreams({ limit, max }: StreamLimit): ProblemDetails {
  const streams = max === 1 ? "1 live stream" : `${max} live streams`;
  const refused = { code: "too_many_listeners", headers: retryLater } as const;
  switch (limit) {
    case "perHolder":
      return {
        ...refused,
        status: 429,
        limit: { setting: "streams_per_caller", max },
        detail: `You have ${streams} open, which is the limit for one person or API key (streams_per_caller). Close a page or disconnect a program.`,
      };
    case "perAccount":
      return {
        ...refused,
        status: 429,
        limit: { setting: "streams_per_account", max },
        detail: `The account has ${streams} open, which is its limit (streams_per_account). Close a page or disconnect a program.`,
      };
    // Figures of the whole server are for its operator only.
    case "total":
      return {
        ...refused,
        status: 503,
        detail: "The server is close to its limit of live streams (streams_max). Try again later.",
      };
  }
}
