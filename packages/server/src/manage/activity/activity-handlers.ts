import type { activityRoutes } from "@weir/protocol/manage/activity-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import { z } from "zod";
import { formatMicros } from "../../platform/instant.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { requestDetailsToJson, requestToJson, unsavedPlaceToJson } from "./activity-json.ts";
import type { RequestView } from "./request-views.ts";
import { findRequest, listRequests } from "./requests.ts";
import { unsavedPlaces } from "./unsaved-places.ts";

export const activityHandlers: HandlersOf<typeof activityRoutes> = {
  listDeviceRequests: (context, { params, query }) => listPage(context, { ...query, device: params.device }),

  listRequests: (context, { query }) => listPage(context, query),

  async listUnsavedReadings({ control, receipts, account, recentActivity, clock }) {
    await recentActivity.flush();
    const sinceMs = clock.nowMs() - dayMs;
    const places = await unsavedPlaces(control, receipts, { accountId: account.id, sinceMs });
    const items = places.map(unsavedPlaceToJson);
    return succeed({ since: formatMicros(sinceMs * 1000), items });
  },

  async showRequest(context, { params }) {
    const { control, activity, receipts, accepted, readings, chains, account, recentActivity, aheadMaxMs } =
      context;
    await recentActivity.flush();
    const asked = { accountId: account.id, requestId: params.id, aheadMaxMs };
    const found = await findRequest(control, { activity, receipts, accepted, readings }, asked);
    if (found !== null) return succeed(await requestDetailsToJson(found, { control, chains }));
    const detail = `The request ${params.id} does not exist or is no longer kept.`;
    return fail({ status: 404, code: "unknown_request", detail });
  },
};

const dayMs = 24 * 60 * 60 * 1000;

type ListQuery = InputOf<typeof activityRoutes.listRequests>["query"];

/** The arrival and the id of the last request of the page. */
const cursorKey = z.tuple([z.number(), z.string().max(100)]);

async function listPage(context: AccountContext, { device, only, reason, cursor: sent, limit }: ListQuery) {
  const { control, activity, receipts, accepted, account, recentActivity } = context;
  const cursor = readCursor(sent, cursorKey);
  if (!cursor.ok) return cursor;
  const [arrivalMs = 0, requestId = ""] = cursor.value ?? [];
  await recentActivity.flush();
  const found = await listRequests(
    control,
    { activity, receipts, accepted },
    {
      accountId: account.id,
      device,
      onlyTroubled: only === "troubled",
      reason,
      limit,
      ...(cursor.value === undefined ? {} : { before: { arrivalMs, requestId } }),
    },
  );
  if (!found.ok) return found;
  return succeed(pageOf(found.value, limit));
}

/** A full page may be followed by another one, which may be empty. */
function pageOf(views: readonly RequestView[], limit: number) {
  const last = views.at(-1)?.record;
  const isLast = last === undefined || views.length < limit;
  return {
    items: views.map(requestToJson),
    next: isLast ? null : writeCursor([last.arrivalMs, last.requestId]),
  };
}
