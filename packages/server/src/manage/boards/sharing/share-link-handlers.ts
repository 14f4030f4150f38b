import type { shareLinkRoutes } from "@weir/protocol/manage/share-link-routes";
import type { ShareLink } from "../../../control/boards/share-links.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { AccountContext } from "../../core/api-context.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { editorOf } from "../../core/owner-rules.ts";
import { microsOrNull } from "../../core/records/record-values.ts";
import { pickedName } from "./picked-name.ts";
import { createShareLink, listShareLinks, revokeShareLink } from "./share-links.ts";

export const shareLinkHandlers: HandlersOf<typeof shareLinkRoutes> = {
  async listShareLinks(context, { params }) {
    const links = await listShareLinks(context.control, editorOf(context), params.board);
    if (!links.ok) return links;
    const items = await Promise.all(links.value.map((link) => toJson(context, link)));
    return succeed({ items, next: null });
  },

  async createShareLink(context, { params, body }) {
    const { name, expires_in_days: days, picked, embedding } = body;
    const wanted = { name, days, picked, embedding };
    const made = await createShareLink(context.control, editorOf(context), params.board, wanted);
    if (!made.ok) return made;
    const { token } = made.value;
    // Browsers do not send what follows the #, so the token does not get into the logs of any server.
    return succeed({
      ...(await toJson(context, made.value)),
      token,
      url: `${context.publicUrl}/shared#${token}`,
    });
  },

  revokeShareLink: (context, { params }) =>
    revokeShareLink(context.control, editorOf(context), params.board, params.link),
};

async function toJson({ control, account }: AccountContext, link: ShareLink) {
  const { uuid, name, picked, embedding, createdBy, createdAt, expiresAt, lastUsedAt } = link;
  const times = { created_at: formatMicros(createdAt), expires_at: formatMicros(expiresAt) };
  const used = { last_used_at: microsOrNull(lastUsedAt) };
  const shown = {
    picked: picked?.name ?? null,
    picked_name: await pickedName(control.db, account.id, picked),
  };
  return { uuid, name, ...shown, embedding, created_by: createdBy, ...times, ...used };
}
