import type { KeyboardEvent } from "react";
import type uPlot from "uplot";
import { panned, type Span, zoomed } from "./span.ts";

/** What keys act on. */
interface KeyTarget {
  readonly plot: uPlot;
  readonly span: Span;
  /** Undefined for a chart that stays where it is. */
  readonly move: ((span: Span) => void) | undefined;
  /** Undefined for a chart without annotations. */
  readonly annotate: ((atMs: number) => void) | undefined;
}

const panShare = 0.2;
const zoomFactor = 1.5;
/** The cursor moves at least this far, so that it makes progress where points are dense. */
const cursorStepPx = 4;

/** Arrows and page keys pan, plus and minus zoom, Shift with an arrow moves the cursor from point to point, and A annotates its time. */
export function actOnKey(event: KeyboardEvent, { plot, span, move, annotate }: KeyTarget): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  const middleMs = (span.fromMs + span.toMs) / 2;
  const reading = {
    "Shift ArrowLeft": () => stepCursor(plot, span, -1),
    "Shift ArrowRight": () => stepCursor(plot, span, 1),
    Escape: () => hideCursor(plot),
  };
  const moving = move && {
    ArrowLeft: () => move(panned(span, -panShare)),
    ArrowRight: () => move(panned(span, panShare)),
    PageUp: () => move(panned(span, -1)),
    PageDown: () => move(panned(span, 1)),
    "+": () => move(zoomed(span, 1 / zoomFactor, middleMs)),
    "=": () => move(zoomed(span, 1 / zoomFactor, middleMs)),
    "-": () => move(zoomed(span, zoomFactor, middleMs)),
  };
  const { left = -1 } = plot.cursor;
  const noting = annotate && { a: () => annotate(left < 0 ? middleMs : plot.posToVal(left, "x")) };
  const acts: Readonly<Record<string, () => void>> = { ...reading, ...moving, ...noting };
  const isShiftedArrow = event.shiftKey && event.key.startsWith("Arrow");
  const act = acts[isShiftedArrow ? `Shift ${event.key}` : event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

export function hideCursor(plot: uPlot): void {
  plot.setCursor({ left: -1, top: -1 });
}

function stepCursor(plot: uPlot, span: Span, direction: 1 | -1): void {
  const left = nextPointPx(plot, span, direction);
  if (left !== null) plot.setCursor({ left, top: 0 });
}

/**
 * The next point of any visible curve. Without a cursor, the search starts at the border that the movement comes from.
 */
function nextPointPx(plot: uPlot, { fromMs, toMs }: Span, direction: 1 | -1): number | null {
  const { left = -1 } = plot.cursor;
  const [times, ...columns] = plot.data;
  for (let place = direction > 0 ? 0 : times.length - 1; times[place] !== undefined; place += direction) {
    const atMs = times[place]!;
    const px = plot.valToPos(atMs, "x");
    const isAhead = left < 0 || (px - left) * direction >= cursorStepPx;
    const isInSight = atMs >= fromMs && atMs <= toMs;
    // Times inside a gap have no value.
    if (isAhead && isInSight && columns.some((values) => typeof values[place] === "number")) return px;
  }
  return null;
}
