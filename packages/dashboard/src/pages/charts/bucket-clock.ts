import { fromWallClockMs, wallClockMs } from "../../format/time-zone.ts";
import { tileAt, tileSpan, tilesFor } from "./bucket-tiles.ts";
import { dayMs, type Span } from "./span.ts";

/**
 * Counts buckets and their tiles. Days begin at midnight in the time zone of the reader, so they are counted in wall-clock
 * time. All other widths are counted in UTC.
 */
export interface BucketClock {
  readonly widthMs: number;
  /** The zone whose midnights separate the buckets; null for buckets of a fixed width. */
  readonly zone: string | null;
}

/** `zone` only counts for buckets of one day that somebody has asked for. */
export function bucketClock(widthMs: number, wantedMs: number | null, zone: string): BucketClock {
  return { widthMs, zone: wantedMs === dayMs && widthMs === dayMs ? zone : null };
}

export function clockTiles({ widthMs, zone }: BucketClock, { fromMs, toMs }: Span): readonly number[] {
  return tilesFor({ fromMs: counted(fromMs, zone), toMs: counted(toMs, zone) }, widthMs);
}

export function clockTileAt({ widthMs, zone }: BucketClock, ms: number): number {
  return tileAt(counted(ms, zone), widthMs);
}

export function clockTileSpan({ widthMs, zone }: BucketClock, tile: number): Span {
  const span = tileSpan(tile, widthMs);
  if (zone === null) return span;
  return { fromMs: fromWallClockMs(span.fromMs, zone), toMs: fromWallClockMs(span.toMs, zone) };
}

/** Where the bucket of this time starts. */
export function bucketStartMs({ widthMs, zone }: BucketClock, ms: number): number {
  const startMs = Math.floor(counted(ms, zone) / widthMs) * widthMs;
  return zone === null ? startMs : fromWallClockMs(startMs, zone);
}

function counted(ms: number, zone: string | null): number {
  return zone === null ? ms : wallClockMs(ms, zone);
}
