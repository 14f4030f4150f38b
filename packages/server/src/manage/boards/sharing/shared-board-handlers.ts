import type { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { fail } from "@weir/protocol/result";
import { readBoardImage } from "../../../control/boards/board-images.ts";
import { sourceKey } from "../../../platform/address.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { type Declined, jsonAnswer, type ProblemDetails } from "../../../web/api-answer.ts";
import { tooManyRequests } from "../../../web/too-many-requests.ts";
import type { ApiContext } from "../../core/api-context.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { pictureAnswer } from "../../core/pictures/picture-answer.ts";
import { pickedName } from "./picked-name.ts";
import { openSharedBoard, type SharedBoard, shareTokenOf } from "./shared-board.ts";
import { readSharedTile } from "./shared-tile.ts";

/** Routes for whoever has a link. The link alone decides: neither cookies nor API keys are looked at. */
export const sharedBoardHandlers: HandlersOf<typeof sharedBoardRoutes> = {
  async showSharedBoard(context) {
    const opened = await open(context);
    if (!opened.ok) return opened;
    const { board, control, link } = opened.value;
    const { name, version, definition } = board;
    return answerWith({
      name,
      version,
      definition,
      expires_at: formatMicros(link.expiresAt),
      embedding: link.embedding,
      map: context.serverFacts.map,
      picked: await pickedName(control.db, link.accountId, link.picked),
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

  async showSharedImage(context, { params }) {
    const opened = await open(context);
    if (!opened.ok) return opened;
    const { board, control } = opened.value;
    const tile = board.definition.tiles.find(({ id }) => id === params.tile);
    const image =
      tile?.kind === "image" ? await readBoardImage(control.db, board.id, tile.settings.image) : null;
    return image === null ? fail(unknownTile) : pictureAnswer(image, "no-store");
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
  const ofSource = await limits.sharedBySource.take(sourceKey(request.source), nowMs);
  if (!ofSource.ok) return tooManyRequests(ofSource, nowMs);
  const value = await openSharedBoard(control, shareTokenOf(request));
  if (value === null) return fail(unknownLink);
  const ofLink = await limits.sharedByLink.take(value.link.uuid, nowMs);
  return ofLink.ok ? { ok: true, value } : tooManyRequests(ofLink, nowMs);
}

/** The same for a link that never existed, was revoked or has expired: nobody learns which. */
const unknownLink: ProblemDetails = {
  status: 404,
  code: "unknown_share_link",
  headers,
  detail: "This link does not exist, or it is no longer valid. Ask for a new one.",
};

const unknownTile: ProblemDetails = {
  status: 404,
  code: "unknown_tile",
  headers,
  detail: "The board has no such tile. It may have been changed; load it again.",
};
