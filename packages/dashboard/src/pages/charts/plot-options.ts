import uPlot from "uplot";
import { colourOf } from "../../app/theme.ts";
import { timeMarks } from "../../format/time-marks.ts";
import { barPaths } from "./bar-paths.ts";
import { chartFont as font, textWidthPx } from "./chart-font.ts";
import type { AxisEnds } from "./chart-look.ts";
import { type Band, drawBands, isDense } from "./draw-bands.ts";
import { drawLimits } from "./draw-limits.ts";
import { drawStrips, isStrip, type Strip, stripPx } from "./draw-strips.ts";
import { isolatedPoints } from "./isolated-points.ts";
import { type PlotLimit, type PlotLine, unitsOf } from "./plot-line.ts";
import { timeLabels } from "./time-axis.ts";
import { axisLabels, axisLines, axisRange, fixedRange, withNearLimits } from "./value-axis.ts";

const bandOpacity = 0.16;
const lineWidth = 1.5;
/** A line of one pixel costs a fraction of a wider one, and dense points stay easier to tell apart. */
const denseLineWidth = 1;
/** The least distance between two lines of the grid. */
const lineGapPx = 40;
/** Room for half of the last time on the axis. */
const lastLabelPx = 22;

interface PlotSize {
  readonly width: number;
  readonly height: number;
}

interface PlotParts {
  readonly lines: readonly PlotLine[];
  readonly limits?: readonly PlotLimit[];
  /** Axes with fixed ends, by unit. */
  readonly axes?: ReadonlyMap<string, AxisEnds>;
}

/** What changes without another chart: the curves of strips. */
type LatestLines = () => readonly PlotLine[];

/** The options of a chart of these sensors in the current colours. Data and scales are set separately. */
export function plotOptions(
  parts: PlotParts,
  size: PlotSize,
  hooks: uPlot.Hooks.Arrays,
  latest: LatestLines,
): uPlot.Options {
  const { lines } = parts;
  const strips = lines.filter(isStrip);
  const areStripsAlone = strips.length === lines.length;
  const units = unitsOf(lines);
  // A unit whose lines are all hidden has no axis.
  const limits = (parts.limits ?? [])
    .filter(({ unit }) => units.includes(unit))
    .map((limit) => ({ ...limit, colour: colourOf(limit.colour) }));
  const bands = lines.flatMap((line, nth): Band[] =>
    isStrip(line) ? [] : [{ mean: nth * 3 + 1, fill: faded(colourOf(line.colour), bandOpacity) }],
  );
  const beforeCurves = (plot: uPlot) => {
    drawBands(plot, bands);
    for (const { mean } of bands) plot.series[mean]!.width = isDense(plot) ? denseLineWidth : lineWidth;
  };
  return {
    ...size,
    ms: 1,
    padding: [8 + (areStripsAlone ? 0 : strips.length * stripPx), units.length > 1 ? 0 : lastLabelPx, 0, 0],
    legend: { show: false },
    // plot-gestures.ts handles the pointer. uPlot only shows the cursor and the selection.
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      dataIdx: nearestWithValue,
      points: { size: 7 },
    },
    scales: {
      x: { time: true, auto: false },
      [stripScale]: { auto: false, range: () => [0, 1] },
      ...Object.fromEntries(
        units.map((unit) => [scaleOf(unit), { auto: true, range: rangeFor(unit, parts) }]),
      ),
    },
    axes: [timeAxis(), ...units.map((unit, nth) => valueAxis(unit, nth, lines))],
    series: [{}, ...lines.flatMap(seriesOf)],
    hooks: {
      ...hooks,
      drawAxes: [beforeCurves],
      draw: [
        (plot) => drawLimits(plot, limits, scaleOf),
        (plot) => drawStrips(plot, latest().filter(isStrip), areStripsAlone),
        ...(hooks.draw ?? []),
      ],
    },
  };
}

/** A unit may be empty, and a scale needs a name. */
export function scaleOf(unit: string): string {
  return `y:${unit}`;
}

/** Strips have no axis. `drawStrips` draws them; their points are there for the cursor. */
const stripScale = "states";

function seriesOf(line: PlotLine): uPlot.Series[] {
  if (isStrip(line)) return stripSeries(line);
  const { unit, colour, name, bars, widthMs, isDashed = false } = line;
  const stroke = colourOf(colour);
  // The scale includes the lowest and highest values. `drawBands` draws them.
  const edge: uPlot.Series = { scale: scaleOf(unit), points: { show: false }, paths: () => null };
  const mean: uPlot.Series = {
    label: name,
    scale: scaleOf(unit),
    stroke,
    width: lineWidth,
    ...(isDashed ? { dash: [6, 3] } : {}),
    points: { show: true, size: 5, width: 0, fill: stroke, filter: isolatedPoints },
  };
  if (bars === undefined) return [mean, edge, { ...edge }];
  const columns: uPlot.Series = {
    label: name,
    scale: scaleOf(unit),
    stroke,
    fill: stroke,
    width: 0,
    points: { show: false },
    paths: barPaths(bars, widthMs),
  };
  return [columns, edge, { ...edge }];
}

function stripSeries({ name }: Strip): uPlot.Series[] {
  const hidden: uPlot.Series = { scale: stripScale, points: { show: false }, paths: () => null };
  return [{ ...hidden, label: name }, hidden, { ...hidden }];
}

function timeAxis(): uPlot.Axis {
  const grid = colourOf("--line");
  return {
    stroke: colourOf("--muted"),
    font,
    size: 42,
    gap: 6,
    space: 84,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    // biome-ignore lint/complexity/useMaxParams: the library calls it.
    splits: (_, _axis, fromMs, toMs, stepMs) => [...timeMarks(fromMs, toMs, stepMs)],
    // biome-ignore lint/complexity/useMaxParams: the library calls it.
    values: (_, splits, _axis, _space, stepMs) => timeLabels(splits, stepMs),
  };
}

/** The first axis is on the left and has the grid. An axis of only one sensor has the colour of that sensor. */
function valueAxis(unit: string, nth: number, lines: readonly PlotLine[]): uPlot.Axis {
  const own = lines.filter((line) => line.unit === unit && !isStrip(line));
  const stroke = colourOf(own.length === 1 && lines.length > 1 ? own[0]!.colour : "--muted");
  return {
    scale: scaleOf(unit),
    side: nth === 0 ? 3 : 1,
    stroke,
    font,
    gap: 6,
    grid: { show: nth === 0, stroke: colourOf("--line"), width: 1 },
    ticks: { show: false },
    // uPlot looks for a step with few digits between 1e-32 and 1e32, and draws no axis if it finds none. The lines are
    // chosen here instead, so any step will do.
    incrs: () => [Number.MAX_VALUE],
    splits: ({ bbox }, _, low, high) =>
      axisLines(low, high, Math.floor(bbox.height / uPlot.pxRatio / lineGapPx)),
    values: (_, splits) => axisLabels(splits).map((text) => (unit === "" ? text : `${text} ${unit}`)),
    size: (_, values) => (values === null ? 50 : Math.ceil(Math.max(0, ...values.map(textWidthPx))) + 14),
  };
}

function rangeFor(unit: string, { lines, limits = [], axes }: PlotParts) {
  const hasBars = lines.some((line) => line.unit === unit && line.bars !== undefined);
  const values = limits.filter((limit) => limit.unit === unit).map(({ value }) => value);
  const ends = axes?.get(unit) ?? { min: null, max: null };
  return (_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax => {
    if (low === null || high === null) return fixedRange([0, 1], ends);
    if (hasBars) return fixedRange(rangeOfBars(low, high), ends);
    return fixedRange(axisRange(...withNearLimits(low, high, values)), ends);
  };
}

/** The lengths of bars are compared, so their axis includes zero. */
function rangeOfBars(low: number, high: number): [number, number] {
  const [bottom, top] = axisRange(Math.min(0, low), Math.max(0, high));
  return [low >= 0 ? 0 : bottom, high <= 0 ? 0 : top];
}

/** Joins the points across times at which only other sensors have one, but not across gaps. */
function nearestWithValue(plot: uPlot, series: number, index: number): number | null {
  const values = plot.data[series]!;
  for (let far = 0; far < values.length; far++) {
    const before = values[index - far];
    const after = values[index + far];
    if (before !== undefined && before !== null) return index - far;
    if (after !== undefined && after !== null) return index + far;
    if (before === null || after === null) return null;
    if (index - far < 0 && index + far >= values.length) return null;
  }
  return null;
}

function faded(colour: string, opacity: number): string {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}
