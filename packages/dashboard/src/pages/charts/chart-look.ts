import { type ChartAggregation, chartAggregations } from "@weir/protocol/closed-sets";
import type { ChartSearch } from "../../app/page-search.ts";
import { type DerivedSeries, readDerived, writeDerived } from "./derived/derived-series.ts";

/** The ends of an axis. An end that is null follows the values. */
export interface AxisEnds {
  readonly min: number | null;
  readonly max: number | null;
}

/** How a chart draws its sensors, as its link says. */
export interface ChartLook {
  readonly aggregation: ChartAggregation;
  /** The width of a bucket; null chooses one that suits the range. */
  readonly widthMs: number | null;
  /** Axes with fixed ends, by unit. */
  readonly axes: ReadonlyMap<string, AxisEnds>;
  /** Whether the limits of alert rules are drawn. */
  readonly hasLimits: boolean;
  readonly derived: readonly DerivedSeries[];
  /** Sensors that are listed but not drawn, as links name them. */
  readonly hidden: readonly string[];
}

/** Anything that a link does not say, or says in a way that cannot be read, is as usual. */
export function readLook(search: Readonly<Record<string, unknown>>): ChartLook {
  const { show, per, y, limits, hidden } = search;
  const seconds = Number(per ?? Number.NaN);
  return {
    aggregation: chartAggregations.find((one) => one === show) ?? "mean",
    widthMs: Number.isFinite(seconds) && seconds >= 1 && seconds <= widestSeconds ? seconds * 1000 : null,
    axes: new Map(typeof y === "string" ? y.split(",").flatMap(readAxis) : []),
    hasLimits: limits !== false && limits !== "false",
    derived: readDerived(search.derived),
    hidden: hidden === undefined ? [] : String(hidden).split(",").filter(Boolean),
  };
}

const widestSeconds = 86_400;

/** The parameters of a link to the look. Undefined ones are left out. */
export function writeLook(look: ChartLook): ChartSearch {
  const { aggregation, widthMs, axes, hasLimits, hidden } = look;
  const y = [...axes].filter(([, { min, max }]) => min !== null || max !== null).map(writeAxis);
  return {
    show: aggregation === "mean" ? undefined : aggregation,
    per: widthMs === null ? undefined : widthMs / 1000,
    y: y.length === 0 ? undefined : y.join(","),
    limits: hasLimits ? undefined : false,
    derived: writeDerived(look.derived),
    hidden: hidden.length === 0 ? undefined : hidden.join(","),
  };
}

/** `°C~-10~40`: the unit, the lowest and the highest value, of which one may be empty. */
function writeAxis([unit, { min, max }]: readonly [string, AxisEnds]): string {
  return `${unit.replace(/[%,~]/g, escaped)}~${min ?? ""}~${max ?? ""}`;
}

function readAxis(text: string): [string, AxisEnds][] {
  const [unit = "", low = "", high = ""] = text.split("~");
  const [min, max] = [readEnd(low), readEnd(high)];
  const isEmpty = min === null && max === null;
  if (isEmpty || (min !== null && max !== null && min >= max)) return [];
  return [[unit.replace(/%25|%2C|%7E/g, decodeURIComponent), { min, max }]];
}

/** The end of an axis that somebody typed; null for an axis that follows the values. */
export function readEnd(text: string): number | null {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
