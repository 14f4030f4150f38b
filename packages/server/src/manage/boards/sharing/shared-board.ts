import { type Board, findBoard } from "../../../control/boards/boards.ts";
import { findShareLink, noteShareLinkUse, type OpenShareLink } from "../../../control/boards/share-links.ts";
import { type Control, withinAccount } from "../../../control/control.ts";
import type { ApiRequestHead } from "../../../web/api-request.ts";
import { hashOfShareToken } from "./share-links.ts";

/** The last use is written at most this often, because a page on a wall asks all the time. */
const touchEveryUs = 60_000_000;

/** What the holder of a link may see: the board as it is now, with control data limited to its account. */
export interface SharedBoard {
  readonly control: Control;
  readonly link: OpenShareLink;
  readonly board: Board;
}

/** The tenant of a request with a share link; null if there is no such link. */
export async function tenantOfShareLink(
  control: Pick<Control, "db" | "nowUs">,
  request: Pick<ApiRequestHead, "headers">,
): Promise<number | null> {
  const token = shareTokenOf(request);
  const hash = token === null ? null : hashOfShareToken(token);
  const link = hash === null ? null : await findShareLink(control.db, hash, control.nowUs());
  return link?.tenantId ?? null;
}

/** The token of a share link; null if the request has none. */
export function shareTokenOf({ headers }: Pick<ApiRequestHead, "headers">): string | null {
  const [, token = null] = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token;
}

/** Opens the board of a link. Returns null for a token that is unknown, revoked or expired, and for none. */
export async function openSharedBoard(control: Control, token: string | null): Promise<SharedBoard | null> {
  const hash = token === null ? null : hashOfShareToken(token);
  const nowUs = control.nowUs();
  const link = hash === null ? null : await findShareLink(control.db, hash, nowUs);
  if (link === null) return null;
  const own = withinAccount(control, link.accountId);
  const board = await findBoard(own.db, { accountId: link.accountId, userId: null }, link.boardUuid);
  if (board === null) return null;
  if (link.lastUsedAt === null || nowUs - link.lastUsedAt >= touchEveryUs) {
    await own.transact((tx) => noteShareLinkUse(tx, link.uuid, nowUs));
  }
  return { control: own, link, board };
}
