import type { BoardDefinition } from "@weir/protocol/manage/board-forms";
import type { ControlData } from "../control.ts";
import { storedDefinition } from "./stored-definition.ts";

export interface BoardVersion {
  readonly version: number;
  readonly name: string;
  readonly savedAt: number;
  readonly savedBy: string;
}

/** Returns the versions of a board that are kept, the newest first. */
export async function boardVersions(db: ControlData, boardId: number): Promise<BoardVersion[]> {
  return selectVersions(db, boardId).orderBy("version", "desc").execute();
}

/** Returns null if the board has no such version, or if it is no longer kept. */
export async function findBoardVersion(
  db: ControlData,
  boardId: number,
  version: number,
): Promise<(BoardVersion & { readonly definition: BoardDefinition }) | null> {
  const row = await selectVersions(db, boardId)
    .select("definition")
    .where("version", "=", version)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, definition: storedDefinition(row.definition) };
}

function selectVersions(db: ControlData, boardId: number) {
  return db
    .selectFrom("board_versions")
    .select(["version", "name", "saved_at as savedAt", "saved_by as savedBy"])
    .where("board_id", "=", boardId);
}
