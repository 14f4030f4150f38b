import type { Owner } from "@weir/protocol/closed-sets";
import { call, callVersioned, type Versioned } from "../../../api/client.ts";
import { isProblem } from "../../../api/problem.ts";
import type { Board } from "../model/board.ts";
import { type TileDraft, withNewTile } from "../model/new-tile.ts";

interface NewBoard {
  readonly name: string;
  readonly owner: Owner;
}

interface TileToAdd {
  /** The UUID of the board, or a board to create. */
  readonly board: string | NewBoard;
  readonly tile: TileDraft;
}

/** How often a board that somebody else is changing is tried again. */
const triesMax = 3;

/** Adds a tile to a saved board, at its first free place. Tiles that others add meanwhile stay. */
export async function addTile({
  board,
  tile,
}: TileToAdd): Promise<{ readonly uuid: string; readonly name: string }> {
  if (typeof board !== "string")
    return call("createBoard", { body: { ...board, definition: { tiles: [...withNewTile([], tile)] } } });
  const params = { board };
  for (let tries = 1; ; tries++) {
    const { value, etag } = (await callVersioned("showBoard", { params })) as Versioned<Board>;
    const tiles = [...withNewTile(value.definition.tiles, tile)];
    try {
      return await call("updateBoard", {
        params,
        ifMatch: etag ?? undefined,
        body: { definition: { ...value.definition, tiles } },
      });
    } catch (error) {
      if (tries === triesMax || !isProblem(error, "changed_meanwhile")) throw error;
    }
  }
}
