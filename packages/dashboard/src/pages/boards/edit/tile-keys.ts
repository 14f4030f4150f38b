import type { Tile } from "../model/board.ts";
import { resizedTile, steppedTile } from "../model/grid.ts";
import { numberOf } from "../model/tile-order.ts";

const directions: Readonly<Record<string, "left" | "right" | "up" | "down">> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The tiles after a key was pressed on the handle of one of them; null if the key means nothing there. */
export function tilesAfterKey(
  tiles: readonly Tile[],
  id: string,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): readonly Tile[] | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  return (shiftKey ? resizedTile : steppedTile)(tiles, id, direction);
}

/** Where a tile is, for screen readers. */
export function placeText({ place: { x, y, width, height } }: Tile): string {
  return `Column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high`;
}

/** Where a tile is on a phone, for screen readers. */
export function numberText({ id, place: { width, height } }: Tile, tiles: readonly Tile[]): string {
  return `Tile ${numberOf(tiles, id)} of ${tiles.length}, ${width} wide, ${height} high`;
}
