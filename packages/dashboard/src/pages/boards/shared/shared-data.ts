import type { Span } from "../../charts/span.ts";
import { isCoarse, type SourceLookup, type TileData } from "../data/board-data.ts";
import type { BoardCurves } from "../data/use-board-curves.ts";
import { sourcesOf, type Tile, type TileSource } from "../model/board.ts";
import type { SharedBoard, SharedTile } from "./use-shared-board.ts";

/** What tiles with sensors show, from the answers of a link. */
export function sharedData(
  { definition, map }: Pick<SharedBoard, "definition" | "map">,
  tileOf: (id: string) => SharedTile | undefined,
  span: Span,
): TileData & { readonly isShared: true } {
  const found = new Map<string, SourceLookup>();
  for (const tile of definition.tiles) {
    for (const [nth, source] of sourcesOf(tile).entries()) {
      found.set(keyOf(source), sourceIn(tileOf(tile.id), nth));
    }
  }
  const curvesOf = (isWanted: (tile: Tile) => boolean): BoardCurves => {
    const tiles = definition.tiles.filter(isWanted).flatMap(({ id }) => tileOf(id) ?? []);
    const widthMs = tiles[0]?.widthMs ?? 1000;
    return {
      widthMs,
      fromMs: Math.floor(span.fromMs / widthMs) * widthMs,
      error: null,
      curveOf: (sensor) => tiles.find(({ curves }) => curves.has(sensor))?.curves.get(sensor),
    };
  };
  return {
    isShared: true,
    board: null,
    map,
    span,
    spanName: definition.span,
    coarse: curvesOf(isCoarse),
    fine: curvesOf((tile) => tile.kind === "chart" && !isCoarse(tile)),
    resolve: (source) => found.get(keyOf(source)) ?? "loading",
  };
}

function keyOf({ device, sensor }: TileSource): string {
  return `${device} ${sensor}`;
}

function sourceIn(tile: SharedTile | undefined, nth: number): SourceLookup {
  if (tile?.shown.kind !== "sources") return "loading";
  const source = tile.shown.sources[nth];
  if (source === undefined || source === null) return "missing";
  const { uuid, name, ...look } = source.sensor;
  return {
    device: { uuid: source.device, name: source.device },
    sensor: { uuid, slug: name, name, type: null, latest: source.latest },
    look,
  };
}
