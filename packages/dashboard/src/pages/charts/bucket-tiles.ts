import { dayMs, lengthMs, type Span } from "./span.ts";

/**
 * Readings are loaded in tiles: a fixed number of buckets of one width, counted from 1970. Panning loads the
 * tiles that become visible and keeps the others. Spans of about the same length use the same tiles.
 */
const tileBuckets = 1000;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Widths that are easy to read off an axis. Each divides a day or is a number of whole days. */
const widthsMs = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 5, 10, 30, 90, 365].map((days) => days * dayMs),
];

/** The narrowest width that splits the span into at most as many buckets as there is room for. */
export function bucketWidthMs(span: Span, bucketsMax: number): number {
  const leastMs = lengthMs(span) / Math.max(1, bucketsMax);
  return widthsMs.find((width) => width >= leastMs) ?? widthsMs.at(-1)!;
}

/** More buckets than this for each one of the usual width would be more than the screen has columns. */
const finerMax = 3;

/** The wanted width, if the span does not have too many such buckets; else the one that suits the span. */
export function widthWithin(span: Span, bucketsMax: number, wantedMs: number | null): number {
  const usualMs = bucketWidthMs(span, bucketsMax);
  const isFine = wantedMs !== null && lengthMs(span) / wantedMs > bucketsMax * finerMax;
  return wantedMs === null || isFine ? usualMs : wantedMs;
}

/** How far beyond the span tiles are loaded, as a share of its length, so that panning finds them loaded. */
const marginShare = 0.5;

/** The numbers of the tiles that cover the span and a margin on either side. */
export function tilesFor(span: Span, widthMs: number): readonly number[] {
  const marginMs = lengthMs(span) * marginShare;
  const first = Math.max(0, tileAt(span.fromMs - marginMs, widthMs));
  const last = Math.max(first, tileAt(span.toMs + marginMs, widthMs));
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
}

export function tileAt(atMs: number, widthMs: number): number {
  return Math.floor(atMs / (widthMs * tileBuckets));
}

export function tileSpan(tile: number, widthMs: number): Span {
  const tileMs = widthMs * tileBuckets;
  return { fromMs: tile * tileMs, toMs: (tile + 1) * tileMs };
}
