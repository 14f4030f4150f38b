import { type BoardVariableKind, sourcesOf, type Tile } from "./board.ts";

/** How many tiles could not be shown on a board with this picker; null is a board without one. */
export function tilesAgainst(tiles: readonly Tile[], kind: BoardVariableKind | null): number {
  return tiles.filter((tile) => {
    const needsDevice = sourcesOf(tile).some(({ device }) => device === null);
    return (needsDevice && kind !== "device") || (usesAny(tile) && kind === null);
  }).length;
}

function usesAny(tile: Tile): boolean {
  switch (tile.kind) {
    case "table":
    case "group_status":
    case "map":
      return tile.settings.devices.kind === "variable";
    default:
      return false;
  }
}
