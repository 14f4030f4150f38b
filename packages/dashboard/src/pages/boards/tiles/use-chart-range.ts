import { useEffect, useState } from "react";
import type { Span } from "../../charts/span.ts";
import { coarsePoints, finePoints, isCoarse, type TileData, useSpanOrNone } from "../data/board-data.ts";
import { type BoardCurves, useBoardCurves } from "../data/use-board-curves.ts";
import type { BoardSpan, TileOf } from "../model/board.ts";

export interface ChartRange {
  readonly span: Span;
  /** What the range is called while nobody has zoomed. */
  readonly name: BoardSpan;
  readonly curves: BoardCurves;
  readonly isZoomed: boolean;
  readonly zoom: (span: Span | null) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * What a chart shows: the range of the board, its own, or the part to which somebody has zoomed. The last two are loaded for
 * this chart alone. A link gives no other range than that of the tile, so its charts only enlarge what they have.
 */
export function useChartRange(tile: TileOf<"chart">, data: TileData): ChartRange {
  const { span: own, sources } = tile.settings;
  const ownSpan = useSpanOrNone(own);
  const [zoomed, zoom] = useState<Span | null>(null);
  const name = own ?? data.spanName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range is shown from its start.
  useEffect(() => zoom(null), [name]);
  const span = zoomed ?? ownSpan ?? data.span;
  const isLoadedHere = data.curvesOfChart === null && (zoomed !== null || own !== undefined);
  const sensors = sources.flatMap((source) => {
    const found = data.resolve(source);
    return typeof found === "string" ? [] : [found.sensor.uuid];
  });
  const points = isCoarse(tile) ? coarsePoints : finePoints;
  const loaded = useBoardCurves(isLoadedHere ? new Set(sensors) : none, span, points, zoomed !== null);
  const shared = isCoarse(tile) ? data.coarse : data.fine;
  const curves = isLoadedHere ? loaded : (data.curvesOfChart?.(tile) ?? shared);
  return { span, name, curves, isZoomed: zoomed !== null, zoom };
}
