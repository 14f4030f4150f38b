import { compacted, inReadingOrder, type Placed, withTileAt } from "./grid.ts";

/**
 * The tiles after one of them was moved past the tile before it or after it, as people do on a phone, where tiles follow each
 * other in one column. Tiles side by side change places. Otherwise the tile takes the other's place, which may take it past
 * a whole row.
 */
export function movedInOrder<Tile extends Placed>(
  tiles: readonly Tile[],
  id: string,
  direction: "up" | "down",
): readonly Tile[] {
  const order = inReadingOrder(tiles);
  const nth = order.findIndex((tile) => tile.id === id);
  // Moving down past a tile is moving that tile up.
  const [before, after] = direction === "up" ? [order[nth - 1], order[nth]] : [order[nth], order[nth + 1]];
  if (nth < 0 || before === undefined || after === undefined) return tiles;
  const exchanged = areNeighbours(before, after) ? exchange(tiles, before, after) : tiles;
  if (isBefore(exchanged, after.id, before.id)) return exchanged;
  const { x, y } = before.place;
  return withTileAt(tiles, after.id, { ...after.place, x, y });
}

/** The place of a tile in the column of a phone, from 1. */
export function numberOf(tiles: readonly Placed[], id: string): number {
  return inReadingOrder(tiles).findIndex((tile) => tile.id === id) + 1;
}

function areNeighbours({ place: left }: Placed, { place: right }: Placed): boolean {
  return left.y === right.y && left.x + left.width === right.x;
}

function exchange<Tile extends Placed>(tiles: readonly Tile[], left: Tile, right: Tile): readonly Tile[] {
  return compacted(
    tiles.map((tile) => {
      if (tile.id === right.id) return { ...tile, place: { ...tile.place, x: left.place.x } };
      if (tile.id !== left.id) return tile;
      return { ...tile, place: { ...tile.place, x: left.place.x + right.place.width } };
    }),
  );
}

function isBefore(tiles: readonly Placed[], one: string, other: string): boolean {
  return numberOf(tiles, one) < numberOf(tiles, other);
}
