import type { ChartSearch } from "../../app/page-search.ts";
import { isPreset, type Preset, type Span, within } from "./span.ts";

/** The part of time that a link asks for: a range up to now, which may be live, or two instants. */
export type WantedSpan =
  | { readonly kind: "last"; readonly preset: Preset; readonly isLive: boolean }
  | { readonly kind: "fixed"; readonly span: Span };

/** A sensor as links name it: by its slug if it belongs to the page's device, else also by the UUID of its device. */
export interface SensorReference {
  readonly device: string | null;
  readonly slug: string;
}

/** If the link does not say, the view is `usual` and live. */
export function readWantedSpan(search: Readonly<Record<string, unknown>>, usual: Preset): WantedSpan {
  const fromMs = readTime(search.from);
  const toMs = readTime(search.to);
  if (fromMs !== null && toMs !== null && fromMs < toMs)
    return { kind: "fixed", span: within({ fromMs, toMs }) };
  const preset = isPreset(search.range) ? search.range : usual;
  return { kind: "last", preset, isLive: search.live !== false && search.live !== "false" };
}

/** The parameters of a link to the view. Undefined ones are left out. */
export function writeWantedSpan(wanted: WantedSpan): ChartSearch {
  if (wanted.kind === "fixed") {
    const { fromMs, toMs } = wanted.span;
    return { range: undefined, live: undefined, from: timeText(fromMs), to: timeText(toMs) };
  }
  return {
    from: undefined,
    to: undefined,
    range: wanted.preset,
    live: wanted.isLive ? undefined : false,
  };
}

/** Null if the link names no sensors. */
export function readSensors(search: Readonly<Record<string, unknown>>): readonly SensorReference[] | null {
  const { sensors } = search;
  if (typeof sensors !== "string" && typeof sensors !== "number") return null;
  const names = String(sensors).split(",").filter(Boolean);
  return names.map((name) => {
    const [device, slug] = name.split("~");
    return slug === undefined ? { device: null, slug: name } : { device: device!, slug };
  });
}

export function writeSensors(sensors: readonly SensorReference[]): string {
  return sensors.map(({ device, slug }) => (device === null ? slug : `${device}~${slug}`)).join(",");
}

function readTime(text: unknown): number | null {
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}

function timeText(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
