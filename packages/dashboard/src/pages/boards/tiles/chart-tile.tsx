import { useMemo, useState } from "react";
import { useSize } from "../../../ui/use-size.ts";
import { Value } from "../../../ui/value.tsx";
import { aggregatedCurve, withoutBand } from "../../charts/aggregated-curve.ts";
import type { AxisEnds } from "../../charts/chart-look.ts";
import { nearestPlace } from "../../charts/curve.ts";
import { Plot } from "../../charts/plot.tsx";
import { lineColours, type PlotLimit, type PlotLine, unitsOf } from "../../charts/plot-line.ts";
import { statesOf } from "../../charts/state-names.ts";
import { type TileData, useTileData } from "../data/board-data.ts";
import type { BoardCurves } from "../data/use-board-curves.ts";
import { spanLabels, spanWords, type TileOf } from "../model/board.ts";
import { namingOf, sourceName } from "../model/source-names.ts";
import { tileLook } from "../model/tile-look.ts";
import { statusSteps } from "../model/value-status.ts";
import { StatesChart } from "./states-chart.tsx";
import { SourceNote, TileLoading, TileNote } from "./tile-note.tsx";
import { type ChartRange, useChartRange } from "./use-chart-range.ts";
import { statusLooks } from "./value-status.tsx";

type ChartSettings = TileOf<"chart">["settings"];

/** Sensors over a time range. Dragging zooms in. */
export function ChartTile({ tile, title }: { readonly tile: TileOf<"chart">; readonly title: string }) {
  const data = useTileData();
  const range = useChartRange(tile, data);
  const lines = useLines(tile, data, range.curves);
  const lookups = tile.settings.sources.map(data.resolve);
  const [reason] = lookups.filter((lookup) => typeof lookup === "string");
  if (reason !== undefined && lines.length === 0) return <SourceNote lookup={reason} />;
  const hasData = lines.some(({ curve }) => (curve.atMs.at(-1) ?? 0) >= range.span.fromMs);
  // While another part is loaded, the chart stays, so that a zoom can go on.
  if (!hasData && !range.isZoomed) {
    const isLoading = lines.length < lookups.length && lookups.some((lookup) => lookup !== "missing");
    return isLoading ? <TileLoading /> : <TileNote>No readings in this time range.</TileNote>;
  }
  if (tile.settings.style === "states") return <StatesChart lines={lines} span={range.span} />;
  return <CurvesChart tile={tile} lines={lines} range={range} title={title} />;
}

function CurvesChart({
  tile: { settings },
  lines,
  range: { span, name, isZoomed, zoom },
  title,
}: {
  readonly tile: TileOf<"chart">;
  readonly lines: readonly PlotLine[];
  readonly range: ChartRange;
  readonly title: string;
}) {
  const [ref, { height }] = useSize<HTMLDivElement>();
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div ref={ref} className="min-h-0 flex-1 overflow-hidden px-1">
        {height > 0 && (
          <Plot
            lines={lines}
            limits={limitsOf(settings, lines)}
            axes={axesOf(settings, lines)}
            span={span}
            height={height}
            label={`${title} in the last ${spanWords[name]}. Shift and arrow keys read values, plus and minus zoom.`}
            hasWheelHint={false}
            onMove={zoom}
            onCursor={setCursorMs}
          />
        )}
      </div>
      <div className="flex items-center justify-between gap-3 px-3 pb-1 text-xs">
        <Legend lines={lines} cursorMs={cursorMs} />
        {isZoomed ? (
          <button
            type="button"
            className="min-h-6 font-medium whitespace-nowrap text-accent hover:underline"
            onClick={() => zoom(null)}
          >
            Reset zoom
          </button>
        ) : (
          settings.span !== undefined && (
            <span className="whitespace-nowrap text-muted">Last {spanLabels[settings.span]}</span>
          )
        )}
      </div>
    </div>
  );
}

/** The thresholds, as lines across the chart on its first axis. */
function limitsOf({ thresholds }: ChartSettings, lines: readonly PlotLine[]): readonly PlotLimit[] {
  const [unit] = unitsOf(lines);
  if (unit === undefined) return [];
  return statusSteps(thresholds)
    .filter(({ from }) => Number.isFinite(from))
    .map(({ from, status }) => {
      const { word, colour } = statusLooks[status];
      return { unit, value: from, name: word, side: "above", colour };
    });
}

/** The range, which is that of the first axis. */
function axesOf({ min, max }: ChartSettings, lines: readonly PlotLine[]) {
  const [unit] = unitsOf(lines);
  const axes = new Map<string, AxisEnds>();
  if (unit !== undefined) axes.set(unit, { min: min ?? null, max: max ?? null });
  return axes;
}

/** The name and value of each line: at the cursor, or the latest. */
function Legend({
  lines,
  cursorMs,
}: {
  readonly lines: readonly PlotLine[];
  readonly cursorMs: number | null;
}) {
  return (
    <ul className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-4">
      {lines.map(({ key, name, unit, decimals, colour, curve, widthMs, states }) => {
        const place =
          cursorMs === null ? curve.atMs.length - 1 : nearestPlace(curve, cursorMs, widthMs * 1.5);
        return (
          <li key={key} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              className="size-2 shrink-0 rounded-full"
              style={{ background: `var(${colour})` }}
            />
            <span className="truncate text-muted">{name}</span>
            <Value
              value={place === null ? null : states === undefined ? curve.mean[place] : curve.last[place]}
              unit={unit}
              decimals={decimals}
              states={states}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The lines of the sensors whose curves are loaded. They stay the same object until one of them changes. */
function useLines(
  { settings }: TileOf<"chart">,
  data: TileData,
  { curveOf, widthMs }: BoardCurves,
): readonly PlotLine[] {
  const { sources, style, aggregation } = settings;
  const found = sources.flatMap((source) => {
    const lookup = data.resolve(source);
    return typeof lookup === "string" ? [] : [lookup];
  });
  const naming = namingOf(found);
  const curves = found.map(({ sensor }) => curveOf(sensor.uuid));
  const looks = found.map(({ look }) => tileLook(settings, look));
  const names = found.map(({ sensor, device }) => [sensor.uuid, sensor.name, sensor.type, device.name]);
  const shape = JSON.stringify([names, looks, style, aggregation, naming, widthMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` contains everything but the curves.
  return useMemo(
    () =>
      found.flatMap(({ sensor, device }, nth): PlotLine[] => {
        const loaded = curves[nth];
        if (loaded === undefined) return [];
        const curve = aggregatedCurve(loaded, style === "states" ? "last" : aggregation);
        const unit = looks[nth]!.unit ?? "";
        const isValue = style !== "bars" && aggregation !== "sum";
        const { type, name } = sensor;
        const states = isValue ? statesOf({ type, name, unit, states: looks[nth]!.states }, loaded) : null;
        return [
          {
            key: `${nth} ${sensor.uuid}`,
            name: sourceName(naming, { device, sensor }),
            unit,
            decimals: looks[nth]!.decimals,
            colour: lineColours[nth % lineColours.length]!,
            curve: style === "bars" ? { ...curve, ...withoutBand(curve.mean) } : curve,
            widthMs,
            ...(states === null ? {} : { states }),
            ...(style === "bars" ? { bars: { nth, of: found.length } } : {}),
          },
        ];
      }),
    [shape, ...curves],
  );
}
