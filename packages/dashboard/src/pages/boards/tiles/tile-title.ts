import { sourcesOf, type Tile, type TileKind, type TileSource } from "../model/board.ts";

export const kindWords: Readonly<Record<TileKind, string>> = {
  value: "Value",
  gauge: "Gauge",
  chart: "Chart",
  values: "Value list",
  table: "Table",
  log: "Log",
  alarms: "Alarms",
  group_status: "Status",
  text: "Text",
  map: "Map",
  image: "Image",
};

/**
 * The title of a tile. Without one of its own, it is named after its sensors, as far as these are known. A source names
 * its sensor by a slug, which people can read, or by a UUID.
 */
export function titleOf(
  tile: Tile,
  resolve: (source: TileSource) => string | { readonly sensor: { readonly name: string } },
): string {
  if (tile.title !== "") return tile.title;
  const names = sourcesOf(tile).flatMap((source) => {
    const found = resolve(source);
    if (typeof found !== "string") return found.sensor.name;
    return isUuid(source.sensor) ? [] : source.sensor;
  });
  return names.length === 0 ? kindWords[tile.kind] : [...new Set(names)].join(", ");
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
