import type { BoardDefinition } from "@weir/protocol/manage/board-forms";
import type { ControlData, ControlTransaction } from "../control.ts";

interface BoardImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export async function readBoardImage(
  db: ControlData,
  boardId: number,
  uuid: string,
): Promise<BoardImage | null> {
  const row = await imagesOf(db, boardId)
    .select(["media_type as mediaType", "bytes"])
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  return row ?? null;
}

export async function countBoardImages(db: ControlData, boardId: number): Promise<number> {
  return (await imagesOf(db, boardId).select("uuid").execute()).length;
}

export async function insertBoardImage(
  tx: ControlTransaction,
  board: { readonly id: number; readonly accountId: number },
  { uuid, mediaType, bytes }: BoardImage & { readonly uuid: string },
  nowUs: number,
): Promise<void> {
  await tx
    .insertInto("board_images")
    .values({
      board_id: board.id,
      uuid,
      account_id: board.accountId,
      media_type: mediaType,
      bytes,
      created_at: nowUs,
    })
    .execute();
}

/** Gives a copy of a board the images that its tiles show, under the same UUIDs. */
export async function copyBoardImages(
  tx: ControlTransaction,
  fromId: number,
  to: { readonly id: number; readonly definition: BoardDefinition },
): Promise<void> {
  const named = imagesNamedIn(to.definition);
  if (named.length === 0) return;
  await tx
    .insertInto("board_images")
    .columns(["board_id", "uuid", "account_id", "media_type", "bytes", "created_at"])
    .expression(
      imagesOf(tx, fromId)
        .select(({ val }) => val(to.id).as("board_id"))
        .select(["uuid", "account_id", "media_type", "bytes", "created_at"])
        .where("uuid", "in", named),
    )
    .execute();
}

/** How long an image waits for the tile that it was added for to be saved. */
const waitsUs = 24 * 3_600_000_000;

/**
 * Deletes the images that tiles of the previous definition showed and no tile shows now, and those that no tile has ever
 * shown and that have waited for too long.
 */
export async function deleteLeftImages(
  tx: ControlTransaction,
  boardId: number,
  { before, after }: { readonly before: BoardDefinition; readonly after: BoardDefinition },
  nowUs: number,
): Promise<void> {
  const images = await imagesOf(tx, boardId).select(["uuid", "created_at"]).execute();
  const [shown, shows] = [imagesNamedIn(before), imagesNamedIn(after)];
  const left = images.filter(
    ({ uuid, created_at }) => !shows.includes(uuid) && (shown.includes(uuid) || created_at < nowUs - waitsUs),
  );
  if (left.length === 0) return;
  const uuids = left.map(({ uuid }) => uuid);
  await tx.deleteFrom("board_images").where("board_id", "=", boardId).where("uuid", "in", uuids).execute();
}

function imagesOf(db: ControlData, boardId: number) {
  return db.selectFrom("board_images").where("board_id", "=", boardId);
}

function imagesNamedIn({ tiles }: BoardDefinition): readonly string[] {
  return [...new Set(tiles.flatMap((tile) => (tile.kind === "image" ? tile.settings.image : [])))];
}
