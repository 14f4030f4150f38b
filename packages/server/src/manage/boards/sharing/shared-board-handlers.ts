import type { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { fail } from "@weir/protocol/result";
import { deviceIn } from "../../../control/devices/device-ids.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { type Declined, jsonAnswer, type ProblemDetails } from "../../../web/api-answer.ts";
import type { ApiContext } from "../../../web/api-context.ts";
import type { HandlersOf } from "../../../web/handler.ts";
import { tooManyRequests } from "../../people/people-limits.ts";
import { openSharedBoard, type SharedBoard } from "./shared-board.ts";
import { readSharedTile } from "./shared-tile.ts";

/** Routes for whoever has a link. The link alone decides: neither cookies nor API keys are looked at. */
export const sharedBoardHandlers: HandlersOf<typeof sharedBoardRoutes> = {
  async showSharedBoard(context) {
    const opened = await open(context);
    if (!opened.ok) return opened;
    const { board, link } = opened.value;
    const { name, version, definition } = board;
    return answerWith({
      ...{ name, version, definition, expires_at: formatMicros(link.expiresAt) },
      picked: await pickedName(opened.value),
    });
  },

  async showSharedTile(context, { params, query }) {
    const opened = await open(context);
    if (!opened.ok) return opened;
    const tile = opened.value.board.definition.tiles.find(({ id }) => id === params.tile);
    if (tile === undefined) return fail(unknownTile);
    const { readings, chains, connections, clock } = context;
    const queries = { readings, chains, connections, nowMs: clock.nowMs() };
    return answerWith(await readSharedTile(opened.value, tile, queries, query.points));
  },
};

/** Links are for people who were given one, and not for search engines. Every answer of the server has a Referrer-Policy. */
const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

function answerWith(value: unknown) {
  return { ok: true as const, answer: jsonAnswer(200, value, headers) };
}

async function open({
  control,
  request,
  limits,
  clock,
}: ApiContext): Promise<{ readonly ok: true; readonly value: SharedBoard } | Declined> {
  const nowMs = clock.nowMs();
  const ofSource = await limits.sharedBySource.take(request.source, nowMs);
  if (!ofSource.ok) return tooManyRequests(ofSource, nowMs);
  const [, token = null] = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const value = await openSharedBoard(control, token);
  if (value === null) return fail(unknownLink);
  const ofLink = await limits.sharedByLink.take(value.link.uuid, nowMs);
  return ofLink.ok ? { ok: true, value } : tooManyRequests(ofLink, nowMs);
}

/** The same for a link that never existed, was revoked or has expired: nobody learns which. */
const unknownLink: ProblemDetails = {
  ...{ status: 404, code: "unknown_share_link", headers },
  detail: "This link does not exist, or it is no longer valid. Ask for a new one.",
};

const unknownTile: ProblemDetails = {
  ...{ status: 404, code: "unknown_tile", headers },
  detail: "The board has no such tile. It may have been changed; load it again.",
};

async function pickedName({ control, link: { picked, accountId } }: SharedBoard): Promise<string | null> {
  if (picked?.kind !== "device") return picked?.name ?? null;
  return (await deviceIn(control.db, accountId, picked.name))?.name ?? null;
}
