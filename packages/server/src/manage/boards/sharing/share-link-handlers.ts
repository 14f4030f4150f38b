import type { shareLinkRoutes } from "@weir/protocol/manage/share-link-routes";
import type { ShareLink } from "../../../control/boards/share-links.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { HandlersOf } from "../../../web/handler.ts";
import { succeed } from "../../manage-error.ts";
import { editorOf } from "../board-access.ts";
import { createShareLink, listShareLinks, revokeShareLink } from "./share-links.ts";

export const shareLinkHandlers: HandlersOf<typeof shareLinkRoutes> = {
  async listShareLinks(context, { params }) {
    const links = await listShareLinks(context.control, editorOf(context), params.board);
    return links.ok ? succeed({ items: links.value.map(toJson), next: null }) : links;
  },

  async createShareLink(context, { params, body }) {
    const { expires_in_days: days, picked } = body;
    const wanted = { days, picked };
    const made = await createShareLink(context.control, editorOf(context), params.board, wanted);
    return made.ok ? succeed({ ...toJson(made.value), token: made.value.token }) : made;
  },

  revokeShareLink: (context, { params }) =>
    revokeShareLink(context.control, editorOf(context), params.board, params.link),
};

function toJson({ uuid, picked, createdBy, createdAt, expiresAt }: ShareLink) {
  const times = { created_at: formatMicros(createdAt), expires_at: formatMicros(expiresAt) };
  return { uuid, picked: picked?.name ?? null, created_by: createdBy, ...times };
}
