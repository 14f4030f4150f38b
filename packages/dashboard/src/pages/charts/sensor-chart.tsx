import { useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { isMac } from "../../app/is-mac.ts";
import { useMay } from "../../app/session.tsx";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { annotationKey, markOf, useAnnotations } from "./annotations/use-annotations.ts";
import { ChartDialogs } from "./chart-dialogs.tsx";
import { ChartNote } from "./chart-note.tsx";
import { chartPng } from "./chart-png.ts";
import { readWantedSpan } from "./chart-search.ts";
import type { ChartSensor } from "./chart-sensor.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartTools } from "./chart-tools.tsx";
import { useDerivedLines } from "./derived/use-derived-lines.ts";
import { isStrip, stripsHeightPx } from "./draw-strips.ts";
import { LimitList, plotLimit } from "./limit-list.tsx";
import { MarksLayer } from "./marks-layer.tsx";
import { MissingNote } from "./missing-note.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { Plot, type PlotBox } from "./plot.tsx";
import { ReadingsPanel } from "./raw/readings-panel.tsx";
import { definitionOf } from "./saved/chart-definition.ts";
import { lengthMs, type Preset, type Span, usualPreset, usualPresetSince } from "./span.ts";
import { spanFigures } from "./span-figures.ts";
import { type ChartDialog, useChartActions } from "./use-chart-actions.ts";
import { useChartLook } from "./use-chart-look.ts";
import { useChartView } from "./use-chart-view.ts";
import { useChosenSensors } from "./use-chosen-sensors.ts";
import { useCurves } from "./use-curves.ts";
import { useLimitLines } from "./use-limit-lines.ts";
import { type ChartLine, useLines } from "./use-lines.ts";
import { useMarks } from "./use-marks.ts";

const heightPx = 380;
const usualBox: PlotBox = { left: 0, top: 0, width: 900, height: 0 };

/**
 * One point for every second pixel: the band shows what lies between. The number changes in steps, so that nothing is
 * loaded again when an axis becomes wider. Null while the width is not known.
 */
function pointsFor({ width, height }: PlotBox): number | null {
  return height === 0 ? null : Math.max(200, Math.round(width / 200) * 100);
}

/** The chart of some sensors, with its controls, its table and what opens over and below it. */
export function SensorChart({
  device,
  deviceName,
  own,
}: {
  readonly device: string;
  readonly deviceName: string;
  readonly own: readonly ChartSensor[];
}) {
  const { chosen, references, missing, areKnown, toggle, remove } = useChosenSensors(own);
  // Decided once, so that the range does not change while readings arrive and sensors are added.
  const [usual] = useState(() => (areKnown ? presetShowing(chosen) : usualPreset));
  const search = useSearch({ strict: false });
  const view = useChartView(usual);
  const mayEdit = useMay("editor");
  const [box, setBox] = useState(usualBox);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const lastCursorMs = useRef<number | null>(null);
  const [dialog, setDialog] = useState<ChartDialog | null>(null);
  const [listed, setListed] = useState<{ readonly uuid: string; readonly span: Span } | null>(null);
  const { span } = view;
  const ids = chosen.map(({ uuid }) => uuid);
  const [look, changeLook] = useChartLook();
  const { curves, widthMs, isLoading, isFirst, error, retry } = useCurves(
    ids,
    span,
    pointsFor(box),
    look.widthMs,
  );
  const annotations = useAnnotations(device, chosen, span);
  const marks = [...useMarks(chosen, span), ...annotations.map((one) => markOf(one, chosen))].sort(
    (left, right) => left.atMs - right.atMs,
  );
  const measured = useLines(chosen, curves, widthMs, look);
  const lines = useShown(measured, useDerivedLines(look.derived, measured));
  const allLimits = useLimitLines(chosen, look.aggregation);
  const limits = look.hasLimits ? allLimits : [];
  // The table may lag behind the curves while they are dragged.
  const tableSpan = useDeferredValue(span);
  const isEmpty = !isLoading && lines.all.every(({ curve }) => spanFigures(curve, span) === null);
  const actions = useChartActions({
    chosen,
    look,
    changeLook,
    toggle,
    open: setDialog,
    span,
    setListed,
    mayAlert: mayEdit,
  });
  const listedSensor = chosen.find(({ uuid }) => uuid === listed?.uuid);
  const annotate = mayEdit ? (atMs: number) => setDialog({ kind: "annotation", subject: atMs }) : undefined;
  const title = `${deviceName}: ${lines.drawn.map(({ name }) => name).join(", ")}`;
  // Without any lines, the chart keeps its usual room.
  const areAlone = lines.drawn.length > 0 && lines.drawn.every(isStrip);
  return (
    <div className="flex flex-col gap-3">
      <ChartTools
        device={device}
        deviceName={deviceName}
        own={own}
        chosen={chosen}
        view={view}
        look={look}
        widthMs={widthMs}
        toggle={toggle}
        changeLook={changeLook}
        lines={lines.all}
        definition={() =>
          definitionOf({ device, sensors: references, wanted: readWantedSpan(search, usual), look })
        }
        picture={() =>
          canvas.current && chartPng({ canvas: canvas.current, title, lines: lines.drawn, marks, span, box })
        }
        onDerive={() => setDialog({ kind: "derived", nth: null })}
        onAnnotate={annotate && (() => annotate(timeToAnnotate(lastCursorMs.current, span)))}
        onAddToBoard={() => setDialog({ kind: "board" })}
      />
      <MissingNote missing={missing} isAll={missing.length === references.length} onRemove={remove} />
      <Card isFlush>
        <div className="px-3 pt-3 max-sm:px-1">
          <Plot
            lines={lines.drawn}
            span={span}
            limits={limits.map(plotLimit)}
            axes={look.axes}
            height={areAlone ? stripsHeightPx(lines.drawn.length) : heightPx}
            canvas={canvas}
            label={`${lines.drawn.map(({ name }) => name).join(", ")} from ${exactTime(span.fromMs)} to ${exactTime(span.toMs)}. Arrow keys pan, plus and minus zoom, Shift and arrow keys read values.${mayEdit ? " A adds an annotation." : ""}`}
            onMove={view.move}
            onAnnotate={annotate}
            onCursor={(ms) => {
              setCursorMs(ms);
              if (ms !== null) lastCursorMs.current = ms;
            }}
            onBox={setBox}
          >
            <MarksLayer
              marks={marks}
              span={span}
              box={box}
              onEdit={
                mayEdit
                  ? (key) => {
                      const subject = annotations.find(({ uuid }) => annotationKey(uuid) === key);
                      if (subject !== undefined) setDialog({ kind: "annotation", subject });
                    }
                  : null
              }
            />
            {error !== null && (
              <ChartNote box={box} isAlert action={<Button onClick={retry}>Try again</Button>}>
                {messageOf(error)}
              </ChartNote>
            )}
            {error === null && isFirst && <ChartNote box={box}>Loading readings…</ChartNote>}
            {error === null && isEmpty && (
              <NothingHere chosen={chosen} box={box} onShow={view.move} length={lengthMs(span)} />
            )}
          </Plot>
        </div>
        <LimitList limits={limits} />
        {lines.all.length > 0 && (
          <ChartTable
            cursorMs={cursorMs}
            widthMs={widthMs}
            isLoading={isLoading}
            actions={actions}
            lines={lines.all}
            aggregation={look.aggregation}
            span={tableSpan}
          />
        )}
      </Card>
      {listed !== null && listedSensor !== undefined && (
        <ReadingsPanel
          key={listed.uuid}
          device={device}
          span={listed.span}
          sensor={listedSensor}
          onShowRange={() => setListed({ ...listed, span })}
          onClose={() => setListed(null)}
        />
      )}
      <p className="text-xs text-faint max-sm:hidden">
        Drag or scroll with {isMac() ? "⌘" : "Ctrl"} to zoom in, Shift-drag to pan, double-click to zoom out
        {mayEdit && ", click to annotate"}. When the chart has focus, arrow keys pan, + and − zoom,
        Shift-arrow reads values{mayEdit && ", and A annotates"}.
      </p>
      {dialog !== null && (
        <ChartDialogs
          dialog={dialog}
          device={device}
          deviceName={deviceName}
          chosen={chosen}
          lines={measured}
          look={look}
          changeLook={changeLook}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** Where somebody last looked, or the middle of the chart. */
function timeToAnnotate(cursorMs: number | null, { fromMs, toMs }: Span): number {
  const isInSight = cursorMs !== null && cursorMs >= fromMs && cursorMs <= toMs;
  return Math.round(isInSight ? cursorMs : (fromMs + toMs) / 2);
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

/** All lines, and those that are drawn. They stay the same objects until one of them changes. */
function useShown(measured: readonly ChartLine[], derived: readonly ChartLine[]) {
  return useMemo(() => {
    const all = [...measured, ...derived];
    return { all, drawn: all.filter(({ isHidden }) => !isHidden) };
  }, [measured, derived]);
}
