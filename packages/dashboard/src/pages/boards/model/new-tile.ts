import type { Tile, TileKind } from "./board.ts";
import { freePlace, type Place } from "./grid.ts";

/** All widths are a quarter or a half of a board, and all heights two or four rows, so that tiles next to each other end alike. */
const sizes: Readonly<Record<TileKind, Pick<Place, "width" | "height">>> = {
  value: { width: 3, height: 2 },
  gauge: { width: 3, height: 4 },
  chart: { width: 6, height: 4 },
  values: { width: 3, height: 4 },
  table: { width: 6, height: 4 },
  alarms: { width: 3, height: 4 },
  log: { width: 6, height: 4 },
  group_status: { width: 6, height: 2 },
  text: { width: 3, height: 2 },
  image: { width: 3, height: 4 },
  map: { width: 6, height: 4 },
};

/** The size with which a tile of this kind starts. */
export function usualSize(kind: TileKind): Pick<Place, "width" | "height"> {
  return sizes[kind];
}

/** A short id that no other tile of the board has. */
export function newTileId(tiles: readonly Pick<Tile, "id">[]): string {
  for (let nth = tiles.length + 1; ; nth++) {
    const id = `tile-${nth}`;
    if (!tiles.some((tile) => tile.id === id)) return id;
  }
}

/** Everything of a tile but its id and place. */
export type TileDraft = Tile extends infer Each
  ? Each extends Tile
    ? Omit<Each, "id" | "place">
    : never
  : never;

export type ChartTileDraft = Extract<TileDraft, { readonly kind: "chart" }>;

/** The board's tiles with one more, at the first free place. */
export function withNewTile(tiles: readonly Tile[], draft: TileDraft): readonly Tile[] {
  const place = freePlace(tiles, usualSize(draft.kind));
  return [...tiles, { ...draft, id: newTileId(tiles), place } as Tile];
}
