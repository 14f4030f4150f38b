import type { Span } from "../../charts/span.ts";
import type { SourceLookup, TileData } from "../data/board-data.ts";
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
  const curvesOfTiles = (tiles: readonly SharedTile[]): BoardCurves => {
    const widthMs = tiles[0]?.widthMs ?? 1000;
    return {
      widthMs,
      fromMs: Math.floor(span.fromMs / widthMs) * widthMs,
      error: null,
      curveOf: (sensor) => tiles.find(({ curves }) => curves.has(sensor))?.curves.get(sensor),
    };
  };
  const curvesOf = (isWanted: (tile: Tile) => boolean): BoardCurves =>
    curvesOfTiles(definition.tiles.filter(isWanted).flatMap(({ id }) => tileOf(id) ?? []));
  return {
    isShared: true,
    board: null,
    picked: null,
    map,
    span,
    spanName: definition.span,
    coarse: curvesOf((tile) => tile.kind === "value"),
    fine: curvesOfTiles([]),
    curvesOfChart: ({ id }) => curvesOfTiles([tileOf(id) ?? []].flat()),
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
