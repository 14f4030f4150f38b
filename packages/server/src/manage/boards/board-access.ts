import type { BoardOwner } from "@weir/protocol/closed-sets";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import {
  type Board,
  type BoardViewer,
  countBoards,
  findBoard,
  type ListedBoard,
} from "../../control/boards/boards.ts";
import type { ControlData } from "../../control/control.ts";
import type { AccountContext } from "../../web/api-context.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";

/** A member with their role. An API key and the operator have no boards of their own, so their `userId` is null. */
export interface BoardEditor extends BoardViewer {
  readonly role: Role;
}

export const boardsPerAccountMax = 200;
/** How many own boards a person can have in an account. */
export const boardsPerPersonMax = 50;

export function editorOf({ account, caller }: AccountContext): BoardEditor {
  const userId = caller?.kind === "user" ? caller.userId : null;
  return { accountId: account.id, userId, role: account.role };
}

export function ownerOf({ userId }: Pick<ListedBoard, "userId">): BoardOwner {
  return userId === null ? "account" : "person";
}

/** Finds a board that the editor may see. */
export async function boardFor(db: ControlData, viewer: BoardViewer, uuid: string): Promise<Result<Board>> {
  const board = await findBoard(db, viewer, uuid);
  return board === null ? refuse("unknown_board", "This board does not exist.") : succeed(board);
}

/** Finds a board that the editor may change. */
export async function editableBoard(
  db: ControlData,
  editor: BoardEditor,
  uuid: string,
): Promise<Result<Board>> {
  const board = await boardFor(db, editor, uuid);
  if (!board.ok) return board;
  return refuseOwner(editor, ownerOf(board.value)) ?? board;
}

/** People change their own boards, whatever their role. Boards of the account need an editor. */
export function refuseOwner({ userId, role }: BoardEditor, owner: BoardOwner): Refusal | null {
  if (owner === "person") {
    return userId === null
      ? refuse("person_needed", "Only a person who is signed in can have boards of their own.")
      : null;
  }
  return isAtLeast(role, "editor")
    ? null
    : refuse("role_needed", "Boards of the account can be changed by editors and owners.");
}

export async function refuseOneMore(
  db: ControlData,
  { accountId, userId }: BoardEditor,
  owner: BoardOwner,
): Promise<Refusal | null> {
  const isOwn = owner === "person";
  const max = isOwn ? boardsPerPersonMax : boardsPerAccountMax;
  if ((await countBoards(db, { accountId, userId: isOwn ? userId : null })) < max) return null;
  const who = isOwn ? "A person can have at most" : "An account can have at most";
  return refuse("too_many_boards", `${who} ${max} boards.`);
}
