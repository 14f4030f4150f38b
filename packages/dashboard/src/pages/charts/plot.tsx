import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./plot.css";
import { useDrawnTheme } from "../../app/theme.ts";
import { useTimeSettings } from "../../ui/use-time-settings.ts";
import type { AxisEnds } from "./chart-look.ts";
import { CursorTooltip } from "./cursor-tooltip.tsx";
import { isStrip } from "./draw-strips.ts";
import { listenToGestures } from "./plot-gestures.ts";
import { actOnKey, hideCursor } from "./plot-keys.ts";
import type { PlotLimit, PlotLine } from "./plot-line.ts";
import { plotOptions, scaleOf } from "./plot-options.ts";
import { PlotWindow } from "./plot-window.ts";
import type { Span } from "./span.ts";
import { useWheelHint, WheelHint } from "./wheel-hint.tsx";

/** The area of the curves within the chart, between the axes. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The lowest and the highest value of an axis. */
export interface ValueAxisEnds {
  readonly low: number;
  readonly high: number;
}

interface PlotProps {
  readonly lines: readonly PlotLine[];
  readonly limits?: readonly PlotLimit[];
  /** Axes with fixed ends, by unit. */
  readonly axes?: ReadonlyMap<string, AxisEnds>;
  readonly span: Span;
  readonly height: number;
  readonly label: string;
  /** Called when somebody moves to another part. Without it, the chart stays where it is and only shows values. */
  readonly onMove?: (span: Span) => void;
  /** Whether the chart says how the wheel zooms when somebody scrolls past it. */
  readonly hasWheelHint?: boolean;
  /** Called when somebody wants to annotate a time. */
  readonly onAnnotate?: ((atMs: number) => void) | undefined;
  /** Gets the canvas, to export it. */
  readonly canvas?: { current: HTMLCanvasElement | null };
  readonly onCursor?: (atMs: number | null) => void;
  readonly onBox?: (box: PlotBox) => void;
  /** Called with the ends of the first axis of values. */
  readonly onValueAxis?: (ends: ValueAxisEnds) => void;
  /** Drawn over the chart. */
  readonly children?: ReactNode;
}

/** Draws curves over time and reports what people do with them. It does not load readings. */
export function Plot(props: PlotProps) {
  const { lines, limits, axes, span, height, label, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const width = useWidth(frame);
  const theme = useDrawnTheme();
  const times = useTimeSettings();
  const window = useMemo(() => new PlotWindow(lines), [lines]);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  /** Where somebody has clicked. The tooltip stays there. */
  const [pinnedMs, setPinnedMs] = useState<number | null>(null);
  const [isReadByKeys, setReadByKeys] = useState(false);
  const hint = useWheelHint();
  const unpin = () => setPinnedMs(null);
  useClickElsewhere(pinnedMs !== null, unpin);

  // uPlot takes axes, colours and the number of curves only when it is created, so it is created again when
  // they change.
  const shape = JSON.stringify([
    theme,
    times,
    lines.map(({ key, name, unit, colour, bars, isDashed, states }) => [
      key,
      name,
      unit,
      colour,
      bars,
      isDashed,
      states,
    ]),
    limits,
    [...(axes ?? [])],
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` contains everything that matters here.
  useLayoutEffect(() => {
    if (frame.current === null || width === 0) return;
    const plot = new uPlot(
      plotOptions(
        latest.current,
        { width, height },
        hooksFor(latest, setCursorMs),
        () => latest.current.lines,
      ),
      undefined,
      frame.current,
    );
    chart.current = plot;
    if (latest.current.canvas !== undefined) latest.current.canvas.current = plot.ctx.canvas;
    const stopKeeping = keepTapped(plot.over);
    const stopListening =
      latest.current.onMove === undefined
        ? () => undefined
        : listenToGestures({
            element: plot.over,
            span: () => latest.current.span,
            move: (wanted) => {
              unpin();
              latest.current.onMove?.(wanted);
            },
            select: (from, to) => showSelection(plot, from, to),
            click: (atMs) => {
              if (latest.current.onAnnotate !== undefined) setPinnedMs(atMs);
            },
            scrolledPast: hint.show,
          });
    return () => {
      stopKeeping();
      stopListening();
      plot.destroy();
      chart.current = null;
    };
  }, [shape, width === 0]);

  useLayoutEffect(() => {
    if (width > 0) chart.current?.setSize({ width, height });
  }, [width, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that was created again needs its data.
  useLayoutEffect(() => {
    const plot = chart.current;
    if (plot === null) return;
    // uPlot lays itself out later. Until then, the given room is close enough. Without a width, the curves would have
    // one point.
    const widthPx = plot.over.clientWidth || width;
    const data = window.dataFor(span, Math.max(1, Math.round(widthPx)));
    plot.batch(() => {
      if (plot.data !== (data as uPlot.AlignedData)) plot.setData(data as uPlot.AlignedData, false);
      plot.setScale("x", { min: span.fromMs, max: span.toMs });
    });
    if (lines.some(isStrip)) plot.redraw(false);
  }, [window, span, width, shape]);

  const shownMs = pinnedMs ?? cursorMs;
  const { onAnnotate } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a chart that takes keys.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move it.
      tabIndex={0}
      onKeyDown={(event) => {
        if (chart.current === null) return;
        setReadByKeys(true);
        if (event.key === "Escape") unpin();
        const { onMove: move, onAnnotate: annotate } = props;
        actOnKey(event, { plot: chart.current, span, move, annotate });
      }}
      onBlur={() => chart.current !== null && hideCursor(chart.current)}
      onPointerMove={() => setReadByKeys(false)}
      className="relative rounded-sm"
    >
      <div ref={frame} aria-hidden style={{ height }} />
      {children}
      {chart.current !== null && shownMs !== null && (
        <CursorTooltip
          lines={lines}
          span={span}
          atMs={shownMs}
          area={areaOf(chart.current)}
          isAnnounced={isReadByKeys}
          onAnnotate={
            pinnedMs === null || onAnnotate === undefined
              ? null
              : () => {
                  unpin();
                  onAnnotate(Math.round(pinnedMs));
                }
          }
        />
      )}
      {hint.isShown && props.hasWheelHint !== false && <WheelHint />}
    </div>
  );
}

function areaOf(plot: uPlot) {
  const { offsetLeft: left, clientWidth: width } = plot.over;
  return {
    left,
    width,
    topOf: (line: PlotLine, value: number) => (isStrip(line) ? -1 : plot.valToPos(value, scaleOf(line.unit))),
  };
}

function hooksFor(
  latest: { readonly current: PlotProps },
  moveCursor: (atMs: number | null) => void,
): uPlot.Hooks.Arrays {
  let reported = "";
  const reportBox = ({ bbox }: uPlot) => {
    const [left, top, width, height] = [bbox.left, bbox.top, bbox.width, bbox.height].map(
      (pixels) => pixels / uPlot.pxRatio,
    ) as [number, number, number, number];
    const text = [left, top, width, height].join();
    if (text === reported) return;
    reported = text;
    // uPlot draws while React updates the page, and no state may change then.
    queueMicrotask(() => latest.current.onBox?.({ left, top, width, height }));
  };
  let reportedEnds = "";
  const reportValueAxis = (plot: uPlot) => {
    const { min: low, max: high } = plot.scales[plot.series[1]?.scale ?? ""] ?? {};
    if (low == null || high == null || reportedEnds === `${low} ${high}`) return;
    reportedEnds = `${low} ${high}`;
    queueMicrotask(() => latest.current.onValueAxis?.({ low, high }));
  };
  const reportCursor = (plot: uPlot) => {
    const { left = -1 } = plot.cursor;
    const atMs = left < 0 ? null : plot.posToVal(left, "x");
    moveCursor(atMs);
    latest.current.onCursor?.(atMs);
  };
  return { draw: [reportBox, reportValueAxis], setCursor: [reportCursor] };
}

/** Calls `act` when something but the tooltip is clicked. */
function useClickElsewhere(isWatched: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isWatched) return;
    const down = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest("[data-chart-tooltip]") === null) latest.current();
    };
    document.addEventListener("pointerdown", down, true);
    return () => document.removeEventListener("pointerdown", down, true);
  }, [isWatched]);
}

function showSelection(plot: uPlot, from: number | null, to: number): void {
  const width = plot.over.clientWidth;
  const height = plot.over.clientHeight;
  const left = Math.min(from ?? 0, to) * width;
  const size = from === null ? 0 : Math.abs(to - from) * width;
  plot.setSelect({ left, top: 0, width: size, height }, false);
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * Keeps the values that a tap shows until something else is touched or a mouse moves over the chart. Otherwise a mouse
 * that rests elsewhere would remove them: as soon as the page moves a little, the browser reports that the mouse has
 * left the chart. Returns a function that removes the listeners.
 */
function keepTapped(chart: HTMLElement): () => void {
  let isTapped = false;
  const down = ({ pointerType, target }: PointerEvent) => {
    isTapped = pointerType === "touch" && target instanceof Node && chart.contains(target);
  };
  const move = ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") isTapped = false;
  };
  const leave = (event: MouseEvent) => {
    if (isTapped) event.stopImmediatePropagation();
  };
  document.addEventListener("pointerdown", down, true);
  chart.addEventListener("pointermove", move);
  // Listens before uPlot, which listens on the chart as well.
  chart.addEventListener("mouseleave", leave, true);
  return () => {
    document.removeEventListener("pointerdown", down, true);
    chart.removeEventListener("pointermove", move);
    chart.removeEventListener("mouseleave", leave, true);
  };
}
