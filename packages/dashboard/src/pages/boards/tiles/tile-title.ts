import type { TileData } from "../data/board-data.ts";
import { sourcesOf, type Tile, type TileKind } from "../model/board.ts";

export const kindWords: Readonly<Record<TileKind, string>> = {
  value: "Value",
  gauge: "Gauge",
  chart: "Chart",
  table: "Table",
  alarms: "Alarms",
  group_status: "Status",
  text: "Text",
  map: "Map",
};

/** The title of a tile. Without one of its own, it is named after its sensors. */
export function titleOf(tile: Tile, resolve: TileData["resolve"]): string {
  if (tile.title !== "") return tile.title;
  const names = sourcesOf(tile).map((source) => {
    const found = resolve(source);
    return typeof found === "string" ? source.sensor : found.sensor.name;
  });
  return names.length === 0 ? kindWords[tile.kind] : [...new Set(names)].join(", ");
}
