import type { BoardDefinition } from "@weir/protocol/manage/board-forms";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";
import { storedDefinition } from "./stored-definition.ts";

export interface ListedBoard {
  readonly uuid: string;
  /** The person whose own board it is; null for a board of the account. */
  readonly userId: number | null;
  readonly name: string;
  readonly version: number;
  readonly updatedAt: number;
}

export interface Board extends ListedBoard {
  readonly id: number;
  readonly definition: BoardDefinition;
}

/** Returns the boards of the account and the viewer's own, by name in any case. */
export async function listBoards(db: ControlData, viewer: Viewer): Promise<ListedBoard[]> {
  return visibleBoards(db, viewer)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("name")
    .orderBy("boards.id")
    .execute();
}

/** Returns null also for another person's own board. */
export async function findBoard(db: ControlData, viewer: Viewer, uuid: string): Promise<Board | null> {
  const row = await visibleBoards(db, viewer)
    .select(["boards.id", "definition"])
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, definition: storedDefinition(row.definition) };
}

/** The boards of the account, without those of persons. Several can have the same name. */
export async function boardNames(
  db: ControlData,
  accountId: number,
): Promise<{ readonly id: number; readonly uuid: string; readonly name: string }[]> {
  return visibleBoards(db, { accountId, userId: null }).select("boards.id").execute();
}

function visibleBoards(db: ControlData, { accountId, userId }: Viewer) {
  return db
    .selectFrom("boards")
    .innerJoin("board_versions", (join) =>
      join.onRef("board_id", "=", "boards.id").onRef("board_versions.version", "=", "boards.version"),
    )
    .select(["uuid", "user_id as userId", "name", "boards.version", "saved_at as updatedAt"])
    .where("account_id", "=", accountId)
    .where(visibleTo(userId));
}

/** What people edit of a board, and who saved it when. */
interface SavedBoard {
  readonly name: string;
  readonly definition: BoardDefinition;
  readonly savedAt: number;
  readonly savedBy: string;
}

/** Creates a board with its first version. `owner.userId` is null for a board of the account. */
export async function insertBoard(
  tx: ControlTransaction,
  uuid: string,
  { accountId, userId }: Viewer,
  saved: SavedBoard,
): Promise<Board> {
  const version = 1;
  const { id } = await tx
    .insertInto("boards")
    .values({ uuid, account_id: accountId, user_id: userId, version, created_at: saved.savedAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertVersion(tx, id, version, saved);
  const { name, definition, savedAt: updatedAt } = saved;
  return { id, uuid, userId, name, definition, version, updatedAt };
}

/** Saves the next version of a board. Past the limit, the oldest versions are deleted. */
export async function saveBoard(
  tx: ControlTransaction,
  board: Board,
  saved: SavedBoard,
  versionsKept: number,
): Promise<Board> {
  const version = board.version + 1;
  await insertVersion(tx, board.id, version, saved);
  await tx.updateTable("boards").set({ version }).where("id", "=", board.id).execute();
  await tx
    .deleteFrom("board_versions")
    .where("board_id", "=", board.id)
    .where("version", "<=", version - versionsKept)
    .execute();
  const { name, definition, savedAt: updatedAt } = saved;
  return { ...board, name, definition, version, updatedAt };
}

/** Its versions go with it. */
export async function deleteBoard(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("boards").where("id", "=", id).execute();
}

async function insertVersion(
  tx: ControlTransaction,
  boardId: number,
  version: number,
  { name, definition, savedAt, savedBy }: SavedBoard,
): Promise<void> {
  const saved = { name, definition: JSON.stringify(definition), saved_at: savedAt, saved_by: savedBy };
  await tx
    .insertInto("board_versions")
    .values({ board_id: boardId, version, ...saved })
    .execute();
}
