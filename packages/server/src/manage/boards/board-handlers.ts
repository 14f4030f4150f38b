import type { boardRoutes } from "@weir/protocol/manage/board-routes";
import { type BoardVersion, boardVersions, findBoardVersion } from "../../control/boards/board-versions.ts";
import { type Board, type ListedBoard, listBoards } from "../../control/boards/boards.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { boardFor } from "./board-access.ts";
import {
  createBoard,
  duplicateBoard,
  editBoard,
  etagOf,
  refuseVersion,
  removeBoard,
  restoreBoard,
} from "./boards.ts";

export const boardHandlers: HandlersOf<typeof boardRoutes> = {
  async listBoards(context) {
    const boards = await listBoards(context.control.db, editorOf(context));
    return succeed({ items: boards.map(toListedJson), next: null });
  },

  async createBoard(context, { body }) {
    return shown(await createBoard(context.control, editorOf(context), body));
  },

  async showBoard(context, { params }) {
    return shown(await boardFor(context.control.db, editorOf(context), params.board));
  },

  async updateBoard(context, { params, body }) {
    const change = { patch: body, expected: expectedVersion(context.request) };
    return shown(await editBoard(context.control, editorOf(context), params.board, change));
  },

  async deleteBoard(context, { params }) {
    const { control, request } = context;
    return removeBoard(control, editorOf(context), params.board, expectedVersion(request));
  },

  async duplicateBoard(context, { params, body }) {
    return shown(await duplicateBoard(context.control, editorOf(context), params.board, body));
  },

  async listBoardVersions(context, { params }) {
    const { db } = context.control;
    const board = await boardFor(db, editorOf(context), params.board);
    if (!board.ok) return board;
    const versions = await boardVersions(db, board.value.id);
    return succeed({ items: versions.map((version) => toVersionJson(board.value, version)), next: null });
  },

  async showBoardVersion(context, { params }) {
    const { db } = context.control;
    const board = await boardFor(db, editorOf(context), params.board);
    if (!board.ok) return board;
    const version = await findBoardVersion(db, board.value.id, params.version);
    if (version === null) return refuseVersion(board.value, params.version);
    return succeed({ ...toVersionJson(board.value, version), definition: version.definition });
  },

  async restoreBoardVersion(context, { params, body }) {
    const change = { version: body.version, expected: expectedVersion(context.request) };
    return shown(await restoreBoard(context.control, editorOf(context), params.board, change));
  },
};

function shown(result: Result<Board>): Outcome<(typeof boardRoutes)["showBoard"]> {
  if (!result.ok) return result;
  const { value: board } = result;
  return { ok: true, value: { ...toListedJson(board), definition: board.definition }, etag: etagOf(board) };
}

function toListedJson(board: ListedBoard) {
  const { uuid, name, version, updatedAt } = board;
  return { uuid, name, owner: ownerOf(board), version, updated_at: formatMicros(updatedAt) };
}

function toVersionJson(board: Board, { version, name, savedAt, savedBy }: BoardVersion) {
  const isCurrent = version === board.version;
  return { version, name, saved_at: formatMicros(savedAt), saved_by: savedBy, is_current: isCurrent };
}
