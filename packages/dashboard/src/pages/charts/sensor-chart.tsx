import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChartNote } from "./chart-note.tsx";
import { readSensors, writeSensors } from "./chart-search.ts";
import { ChartTable } from "./chart-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { ImportLink } from "./import-link.tsx";
import { MarksLayer } from "./marks-layer.tsx";
import { Plot, type PlotBox } from "./plot.tsx";
import { lineColours, type PlotLine } from "./plot-line.ts";
import { RangeBar } from "./range-bar.tsx";
import { SensorPicker } from "./sensor-picker.tsx";
import { lengthMs, type Preset, usualPreset, usualPresetSince } from "./span.ts";
import { spanFigures } from "./span-figures.ts";
import { useChartView } from "./use-chart-view.ts";
import { useCurves } from "./use-curves.ts";
import { useMarks } from "./use-marks.ts";
import { type ChartSensor, chosenSensors, referenceTo, useForeignSensors } from "./use-sensors.ts";

const heightPx = 380;
const usualBox: PlotBox = { left: 0, top: 0, width: 900, height: 0 };

/**
 * One point for every second pixel: the band shows what lies between. The number changes in steps, so that nothing is
 * loaded again when an axis becomes wider. Null while the width is not known.
 */
function pointsFor({ width, height }: PlotBox): number | null {
  return height === 0 ? null : Math.max(200, Math.round(width / 200) * 100);
}

/** The chart of some sensors, with its controls and its table. */
export function SensorChart({
  device,
  deviceName,
  own,
}: {
  readonly device: string;
  readonly deviceName: string;
  readonly own: readonly ChartSensor[];
}) {
  const { chosen, areKnown, toggle } = useChosenSensors(own);
  // Decided once, so that the range does not change while readings arrive and sensors are added.
  const [usual] = useState(() => (areKnown ? presetShowing(chosen) : usualPreset));
  const view = useChartView(usual);
  const [box, setBox] = useState(usualBox);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const { span } = view;
  const ids = chosen.map(({ uuid }) => uuid);
  const { curves, widthMs, isLoading, isFirst, error, retry } = useCurves(ids, span, pointsFor(box));
  const marks = useMarks(chosen, span);
  const lines = useLines(chosen, curves, widthMs);
  // The table may lag behind the curves while they are dragged.
  const tableSpan = useDeferredValue(span);
  const isEmpty = !isLoading && lines.every(({ curve }) => spanFigures(curve, span) === null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <RangeBar view={view} />
        <div className="ml-auto flex gap-2">
          <ImportLink device={device} />
          <ExportButton {...{ deviceName, chosen, lines, span }} />
          <SensorPicker {...{ device, own, chosen }} onToggle={toggle} />
        </div>
      </div>
      <Card isFlush>
        <div className="px-3 pt-3 max-sm:px-1">
          <Plot
            {...{ lines, span }}
            height={heightPx}
            label={`${chosen.map(({ name }) => name).join(", ")} from ${exactTime(span.fromMs)} to ${exactTime(span.toMs)}. Arrow keys pan, plus and minus zoom, Shift and arrow keys read values.`}
            onMove={view.move}
            onCursor={setCursorMs}
            onBox={setBox}
          >
            <MarksLayer marks={marks} span={span} box={box} />
            {error !== null && (
              <ChartNote box={box} isAlert action={<Button onClick={retry}>Try again</Button>}>
                {messageOf(error)}
              </ChartNote>
            )}
            {error === null && isFirst && <ChartNote box={box}>Loading readings…</ChartNote>}
            {error === null && isEmpty && (
              <NothingHere {...{ chosen, box }} onShow={view.move} length={lengthMs(span)} />
            )}
          </Plot>
        </div>
        {lines.length > 0 && (
          <ChartTable
            {...{ lines, cursorMs, widthMs, isLoading }}
            span={tableSpan}
            onRemove={(uuid) => toggle({ uuid })}
          />
        )}
      </Card>
      <p className="text-xs text-faint max-sm:hidden">
        Drag to zoom in, Shift-drag to pan, scroll to zoom, double-click to zoom out. When the chart has
        focus, arrow keys pan, + and − zoom, and Shift-arrow reads values.
      </p>
    </div>
  );
}

/**
 * The shortest range that shows all readings. On the scale of a day, ten minutes of readings would be a smudge at the
 * edge.
 */
function presetShowing(sensors: readonly ChartSensor[]): Preset {
  const nowMs = Date.now();
  const firstMs = sensors.map(({ firstAt }) => (firstAt === null ? nowMs : parseTime(firstAt)));
  return usualPresetSince(Math.min(nowMs, ...firstMs), nowMs);
}

function useLines(
  chosen: readonly ChartSensor[],
  curves: ReadonlyMap<string, PlotLine["curve"]>,
  widthMs: number,
): readonly PlotLine[] {
  const names = JSON.stringify(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` changes whenever one of the sensors does.
  return useMemo(
    () =>
      chosen.flatMap(({ uuid, name, unit, decimals, device }, nth) => {
        const curve = curves.get(uuid);
        const colour = lineColours[nth];
        if (curve === undefined || colour === undefined) return [];
        const full = device === null ? name : `${name} (${device.name})`;
        return [{ key: uuid, name: full, unit, decimals, colour, curve, widthMs }];
      }),
    [names, curves, widthMs],
  );
}

function NothingHere({
  chosen,
  box,
  onShow,
  length,
}: {
  readonly chosen: readonly ChartSensor[];
  readonly box: PlotBox;
  readonly onShow: (span: { fromMs: number; toMs: number }) => void;
  readonly length: number;
}) {
  const latest = chosen.flatMap(({ latest: one }) => (one === null ? [] : [parseTime(one.at)]));
  if (chosen.length === 0) return <ChartNote box={box}>Choose a sensor to see its readings.</ChartNote>;
  if (latest.length === 0) return <ChartNote box={box}>No data yet.</ChartNote>;
  const lastMs = Math.max(...latest);
  const toMs = lastMs + length * 0.1;
  return (
    <ChartNote
      box={box}
      action={<Button onClick={() => onShow({ fromMs: toMs - length, toMs })}>Show latest readings</Button>}
    >
      No readings in this range.
    </ChartNote>
  );
}

/** The sensors that the link names; without a link, the first few. */
function useChosenSensors(own: readonly ChartSensor[]) {
  const references = readSensors(useSearch({ strict: false }));
  const foreign = useForeignSensors(references ?? []);
  const navigate = useNavigate();
  const chosen = chosenSensors(own, foreign, references);
  const toggle = (sensor: Pick<ChartSensor, "uuid">) => {
    const known = [...own, ...foreign, sensor as ChartSensor];
    const isShown = chosen.some(({ uuid }) => uuid === sensor.uuid);
    const added = isShown ? [] : known.filter(({ uuid }) => uuid === sensor.uuid).slice(0, 1);
    const next = [...chosen.filter(({ uuid }) => uuid !== sensor.uuid), ...added];
    void navigate({
      ...{ to: ".", replace: true, resetScroll: false },
      search: ((before: Record<string, unknown>) => ({
        ...before,
        sensors: writeSensors(next.map(referenceTo)),
      })) as never,
    });
  };
  // The sensors of other devices are loaded later.
  const areKnown = references === null || references.every(({ device }) => device === null);
  return { chosen, areKnown, toggle };
}
