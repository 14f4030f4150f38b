import type { Owner } from "@weir/protocol/closed-sets";
import { type Board, findBoard } from "../../control/boards/boards.ts";
import type { ControlData } from "../../control/control.ts";
import type { Viewer } from "../../control/owned-rows.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { type Editor, ownerOf, refuseOneMore, refuseOwner } from "../owner-rules.ts";

export const boardsPerAccountMax = 200;
/** How many own boards a person can have in an account. */
export const boardsPerPersonMax = 50;

/** Finds a board that the editor may see. */
export async function boardFor(db: ControlData, viewer: Viewer, uuid: string): Promise<Result<Board>> {
  const board = await findBoard(db, viewer, uuid);
  return board === null ? refuse("unknown_board", "This board does not exist.") : succeed(board);
}

/** Finds a board that the editor may change. */
export async function editableBoard(db: ControlData, editor: Editor, uuid: string): Promise<Result<Board>> {
  const board = await boardFor(db, editor, uuid);
  if (!board.ok) return board;
  return refuseOwner(editor, ownerOf(board.value), "boards") ?? board;
}

export function refuseOneMoreBoard(db: ControlData, editor: Editor, owner: Owner): Promise<Refusal | null> {
  return refuseOneMore(db, editor, owner, {
    ...{ table: "boards", things: "boards", code: "too_many_boards" },
    ...{ perAccountMax: boardsPerAccountMax, perPersonMax: boardsPerPersonMax },
  });
}
