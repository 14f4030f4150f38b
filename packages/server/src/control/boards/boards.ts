import { boardVersionsMax } from "@weir/protocol/manage/board-versions-max";
import type { board } from "@weir/protocol/resources/board";
import type { ControlData, ControlTransaction } from "../control.ts";
import { countOwned, type Viewer, visibleTo } from "../owned-rows.ts";
import type { ListedRowOf, NewRowOf, ResourceRows, RowOf } from "../resources/resource-rows.ts";
import { deleteLeftImages } from "./board-images.ts";
import { findBoardVersion } from "./board-versions.ts";
import { storedDefinition } from "./stored-definition.ts";

export type Board = RowOf<typeof board>;
type ListedBoard = ListedRowOf<typeof board>;

/** Boards with their versions. What people edit is in the versions, of which the last ones are kept. */
export const boardRows: ResourceRows<typeof board> = {
  list: listBoards,
  find: findBoard,
  count: (db, holder) => countOwned(db, "boards", holder),
  insert: insertBoard,
  update: saveBoard,
  /** Its versions go with it. */
  async delete(tx, id) {
    await tx.deleteFrom("boards").where("id", "=", id).execute();
  },
};

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
    .select("definition")
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, definition: storedDefinition(row.definition) };
}

function visibleBoards(db: ControlData, { accountId, userId }: Viewer) {
  return db
    .selectFrom("boards")
    .innerJoin("board_versions", (join) =>
      join.onRef("board_id", "=", "boards.id").onRef("board_versions.version", "=", "boards.version"),
    )
    .select(["boards.id", "uuid", "account_id as accountId", "user_id as userId", "name", "boards.version"])
    .select(["created_at as createdAt", "saved_at as updatedAt"])
    .where("account_id", "=", accountId)
    .where(visibleTo(userId));
}

/** Creates a board with its first version. */
export async function insertBoard(
  tx: ControlTransaction,
  row: NewRowOf<typeof board>,
  savedBy: string,
): Promise<void> {
  const { uuid, accountId, userId, version, createdAt } = row;
  const { id } = await tx
    .insertInto("boards")
    .values({
      uuid,
      account_id: accountId,
      user_id: userId,
      version: version!,
      created_at: createdAt!,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertVersion(tx, { ...row, id }, savedBy);
}

/** Saves the next version of a board. Images whose last tile is gone are deleted, and past the limit the oldest versions. */
async function saveBoard(tx: ControlTransaction, board: Board, savedBy: string): Promise<void> {
  const { id, version, definition, updatedAt } = board;
  const before = await findBoardVersion(tx, id, version! - 1);
  if (before !== null) {
    await deleteLeftImages(tx, id, { before: before.definition, after: definition }, updatedAt!);
  }
  await insertVersion(tx, board, savedBy);
  await tx.updateTable("boards").set({ version: version! }).where("id", "=", id).execute();
  await tx
    .deleteFrom("board_versions")
    .where("board_id", "=", id)
    .where("version", "<=", version! - boardVersionsMax)
    .execute();
}

async function insertVersion(
  tx: ControlTransaction,
  { id, version, name, definition, updatedAt }: Board,
  savedBy: string,
): Promise<void> {
  await tx
    .insertInto("board_versions")
    .values({
      board_id: id,
      version: version!,
      name,
      definition: JSON.stringify(definition),
      saved_at: updatedAt!,
      saved_by: savedBy,
    })
    .execute();
}
