import { useDeferredValue, useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChartNote } from "./chart-note.tsx";
import { ChartTable } from "./chart-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { ImportLink } from "./import-link.tsx";
import { LimitList, plotLimit } from "./limit-list.tsx";
import { LookMenu } from "./look-menu.tsx";
import { MarksLayer } from "./marks-layer.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { Plot, type PlotBox } from "./plot.tsx";
import { unitsOf } from "./plot-line.ts";
import { RangeBar } from "./range-bar.tsx";
import { SensorPicker } from "./sensor-picker.tsx";
import { lengthMs, type Preset, usualPreset, usualPresetSince } from "./span.ts";
import { spanFigures } from "./span-figures.ts";
import { useChartLook } from "./use-chart-look.ts";
import { useChartView } from "./use-chart-view.ts";
import { useChosenSensors } from "./use-chosen-sensors.ts";
import { useCurves } from "./use-curves.ts";
import { useLimitLines } from "./use-limit-lines.ts";
import { useLines } from "./use-lines.ts";
import { useMarks } from "./use-marks.ts";
import type { ChartSensor } from "./use-sensors.ts";

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
  const [look, changeLook] = useChartLook();
  const { curves, widthMs, isLoading, isFirst, error, retry } = useCurves(
    ids,
    span,
    pointsFor(box),
    look.widthMs,
  );
  const marks = useMarks(chosen, span);
  const lines = useLines(chosen, curves, widthMs, look.aggregation);
  const allLimits = useLimitLines(chosen, look.aggregation);
  const limits = look.hasLimits ? allLimits : [];
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
          <LookMenu units={unitsOf(lines)} {...{ look, widthMs }} onChange={changeLook} />
          <SensorPicker {...{ device, own, chosen }} onToggle={toggle} />
        </div>
      </div>
      <Card isFlush>
        <div className="px-3 pt-3 max-sm:px-1">
          <Plot
            {...{ lines, span }}
            limits={limits.map(plotLimit)}
            axes={look.axes}
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
        <LimitList limits={limits} />
        {lines.length > 0 && (
          <ChartTable
            {...{ lines, cursorMs, widthMs, isLoading }}
            aggregation={look.aggregation}
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
