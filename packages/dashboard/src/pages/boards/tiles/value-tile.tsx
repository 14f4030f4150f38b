import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { valueText } from "../../../format/number.ts";
import type { SensorLook } from "../../../format/sensor-look.ts";
import { stateName } from "../../../format/value-state.ts";
import { sensorCharts } from "../../../ui/sensor-charts.ts";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { type SparklineScale, valueScale } from "../../../ui/sparkline-scale.ts";
import { useSize } from "../../../ui/use-size.ts";
import { Value } from "../../../ui/value.tsx";
import { type Curve, curveWithin } from "../../charts/curve.ts";
import { type TileData, useTileData } from "../data/board-data.ts";
import { spanWords, type TileOf } from "../model/board.ts";
import { tileLook } from "../model/tile-look.ts";
import { statusOf, statusSteps } from "../model/value-status.ts";
import { BoardLink } from "./board-link.tsx";
import { NameAndAge } from "./name-and-age.tsx";
import { SourceNote } from "./tile-note.tsx";
import { ValueStatus } from "./value-status.tsx";

/** The latest value of a sensor, its change over the board's range, and its curve. */
export function ValueTile({ tile }: { readonly tile: TileOf<"value"> }) {
  const data = useTileData();
  const found = data.resolve(tile.settings.source);
  if (typeof found === "string") return <SourceNote lookup={found} />;
  const { device, sensor } = found;
  const look = tileLook(tile.settings, found.look);
  const status = sensor.latest && statusOf(sensor.latest.value, statusSteps(tile.settings.thresholds));
  const whole = data.coarse.curveOf(sensor.uuid);
  const curve = whole && curveWithin(whole, data.span.fromMs, data.span.toMs);
  return (
    <div className="flex h-full min-h-0 flex-col px-3 pb-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Value value={sensor.latest?.value} {...look} isLarge />
        {status !== null && <ValueStatus status={status} />}
        {sensor.latest !== null && curve !== undefined && !isState(sensor.latest.value, look) && (
          <Change curve={curve} look={look} now={sensor.latest.value} words={spanWords[data.spanName]} />
        )}
      </div>
      <Trend data={data} ends={tile.settings} look={look} curve={curve} name={sensor.name} />
      <div className="@container">
        <NameAndAge
          name={
            <BoardLink {...sensorCharts(device.uuid, sensor.slug)} className="hover:underline">
              {device.name}
            </BoardLink>
          }
          at={sensor.latest?.at ?? null}
        />
      </div>
    </div>
  );
}

/** A change of a state has no size. */
function isState(value: number, { states }: SensorLook): boolean {
  return stateName(states, value) !== undefined;
}

/** How much the value has changed since the start of the range. */
function Change({
  curve,
  now,
  look: { unit, decimals },
  words,
}: {
  readonly curve: Curve;
  readonly now: number;
  readonly look: SensorLook;
  readonly words: string;
}) {
  const first = curve.mean[0];
  if (first === undefined || curve.atMs.length < 2) return null;
  const change = now - first;
  const text = valueText(Math.abs(change), decimals);
  const isSame = text === valueText(0, decimals);
  const Arrow = isSame ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight;
  const said = isSame ? "Unchanged" : `${change > 0 ? "Up" : "Down"} ${text}${unit ? ` ${unit}` : ""}`;
  return (
    <span
      className="inline-flex items-center gap-0.5 text-xs text-muted"
      title={`${said} in the last ${words}`}
    >
      <Arrow size={13} aria-hidden />
      <span aria-hidden>{isSame ? "0" : text}</span>
      <span className="sr-only">
        {said} in the last {words}
      </span>
    </span>
  );
}

function Trend({
  data: { coarse, span, spanName },
  ends,
  curve,
  look,
  name,
}: {
  readonly data: TileData;
  readonly ends: Pick<TileOf<"value">["settings"], "min" | "max">;
  readonly curve: Curve | undefined;
  readonly look: SensorLook;
  readonly name: string;
}) {
  const [ref, { width, height }] = useSize<HTMLDivElement>();
  const values = curve === undefined ? [] : evenly(curve, coarse.fromMs, coarse.widthMs, span.toMs);
  const isDrawn = width > 0 && height > 8 && values.filter((value) => value !== null).length > 1;
  return (
    <div ref={ref} className="my-1 min-h-0 flex-1 overflow-hidden">
      {isDrawn && (
        <Sparkline
          values={values}
          width={width}
          height={height}
          scale={(known) => withEnds(scaleOf(known, look), ends)}
          label={`${name} in the last ${spanWords[spanName]}`}
        />
      )}
    </div>
  );
}

/** From the lowest to the highest state, if the sensor has some. */
function scaleOf(known: readonly number[], { states, decimals }: SensorLook): SparklineScale {
  if (states === null || !known.every((value) => isAmong(value, states))) return valueScale(known, decimals);
  const [low, high] = endsOf(states);
  return { low, span: high - low || 1 };
}

function isAmong(value: number, states: NonNullable<SensorLook["states"]>): boolean {
  const [low, high] = endsOf(states);
  return value >= low && value <= high;
}

function endsOf(states: NonNullable<SensorLook["states"]>): readonly [low: number, high: number] {
  const values = states.map(({ value }) => value);
  return [Math.min(...values), Math.max(...values)];
}

/** The scale with the ends that the tile sets. */
function withEnds(
  { low, span }: SparklineScale,
  { min = low, max = low + span }: Pick<TileOf<"value">["settings"], "min" | "max">,
): SparklineScale {
  return { low: Math.min(min, max), span: Math.max(max - min, 0) || span };
}

/** One value per bucket; null where a bucket has no readings. */
function evenly({ atMs, mean }: Curve, fromMs: number, widthMs: number, toMs: number): (number | null)[] {
  const values: (number | null)[] = new Array(Math.max(1, Math.ceil((toMs - fromMs) / widthMs))).fill(null);
  for (const [nth, ms] of atMs.entries()) {
    const place = Math.floor((ms - fromMs) / widthMs);
    if (place >= 0 && place < values.length) values[place] = mean[nth]!;
  }
  return values;
}
