import type { boardRoutes } from "@weir/protocol/manage/board-routes";
import { type BoardVersion, boardVersions, findBoardVersion } from "../../control/boards/board-versions.ts";
import type { Board } from "../../control/boards/boards.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { boards, duplicateBoard, refuseVersion, restoreBoard } from "./boards.ts";

/** What can be done with boards besides what can be done with every resource. */
export const boardHandlers: HandlersOf<typeof boardRoutes> = {
  async duplicateBoard(context, { params, body }) {
    return boards.shown(
      context,
      await duplicateBoard(context.control, editorOf(context), params.board, body),
    );
  },

  async listBoardVersions(context, { params }) {
    const { db } = context.control;
    const board = await boards.operations.find(db, editorOf(context), params.board);
    if (!board.ok) return board;
    const versions = await boardVersions(db, board.value.id);
    return succeed({ items: versions.map((version) => toVersionJson(board.value, version)), next: null });
  },

  async showBoardVersion(context, { params }) {
    const { db } = context.control;
    const board = await boards.operations.find(db, editorOf(context), params.board);
    if (!board.ok) return board;
    const version = await findBoardVersion(db, board.value.id, params.version);
    if (version === null) return refuseVersion(board.value, params.version);
    return succeed({ ...toVersionJson(board.value, version), definition: version.definition });
  },

  async restoreBoardVersion(context, { params, body }) {
    const change = { version: body.version, expected: expectedVersion(context.request) };
    return boards.shown(
      context,
      await restoreBoard(context.control, editorOf(context), params.board, change),
    );
  },
};

function toVersionJson(board: Board, { version, name, savedAt, savedBy }: BoardVersion) {
  const isCurrent = version === board.version;
  return { version, name, saved_at: formatMicros(savedAt), saved_by: savedBy, is_current: isCurrent };
}
