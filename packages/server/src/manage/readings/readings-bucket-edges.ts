import type { CalendarUnit } from "@weir/protocol/closed-sets";
import type { TimeZone } from "@weir/rule-engine/time-zone";
import { civilFromDays, daysFromCivil, secondsPerDay } from "../../platform/calendar.ts";
import type { BucketWidth } from "./readings-bucket-width.ts";

/** The maximum number of buckets of one sensor. */
export const bucketsMax = 10_000;

/**
 * The edges of buckets, from the bucket that contains `fromUs` to the one that contains everything before `toUs`. Null
 * if there would be more than `bucketsMax`. Buckets of a fixed width start with the day of the time zone (as it is at
 * `fromUs`). Calendar buckets are as long as their days, which have 23 or 25 hours when clocks change.
 */
export function bucketEdges(
  width: BucketWidth,
  fromUs: number,
  toUs: number,
  zone: TimeZone,
): Float64Array | null {
  if (fromUs >= toUs) return new Float64Array(0);
  if (width.kind === "fixed") return fixedEdges(width.us, fromUs, toUs, zone);
  return calendarEdges(width.unit, width.step, { fromUs, toUs, zone });
}

function fixedEdges(widthUs: number, fromUs: number, toUs: number, zone: TimeZone): Float64Array | null {
  const offsetUs = zone.offsetSeconds(Math.floor(fromUs / 1e6)) * 1e6;
  const startUs = Math.floor((fromUs + offsetUs) / widthUs) * widthUs - offsetUs;
  const count = Math.ceil((toUs - startUs) / widthUs);
  if (count > bucketsMax) return null;
  return Float64Array.from({ length: count + 1 }, (_, nth) => startUs + nth * widthUs);
}

interface ZonedRange {
  readonly fromUs: number;
  readonly toUs: number;
  readonly zone: TimeZone;
}

const shortestDays: Record<CalendarUnit, number> = { day: 1, week: 7, month: 28 };

function calendarEdges(unit: CalendarUnit, step: number, range: ZonedRange): Float64Array | null {
  const { fromUs, toUs, zone } = range;
  const days = (toUs - fromUs) / (secondsPerDay * 1e6);
  if (days / (shortestDays[unit] * step) > bucketsMax) return null;
  const fromSeconds = Math.floor(fromUs / 1e6);
  const firstDay = Math.floor((fromSeconds + zone.offsetSeconds(fromSeconds)) / secondsPerDay);
  const edges: number[] = [];
  for (let nth = unitOf(unit, step, firstDay); ; nth++) {
    const edgeUs = startOfDay(firstDayOf(unit, step, nth), zone) * 1e6;
    // A day that the zone's calendar skips has no length, so it has no bucket.
    if (edges.length === 0 || edgeUs > edges.at(-1)!) edges.push(edgeUs);
    if (edgeUs >= toUs) return Float64Array.from(edges);
  }
}

/** Units are counted from 1970: the day, its week (which starts on Monday) or its month. */
function unitOf(unit: CalendarUnit, step: number, day: number): number {
  if (unit === "day") return Math.floor(day / step);
  if (unit === "week") return Math.floor((day + daysBeforeThursday) / 7 / step);
  const { year, month } = civilFromDays(day);
  return Math.floor((year * 12 + month - 1) / step);
}

/** Day 0 was a Thursday. */
const daysBeforeThursday = 3;

function firstDayOf(unit: CalendarUnit, step: number, nth: number): number {
  if (unit === "day") return nth * step;
  if (unit === "week") return nth * step * 7 - daysBeforeThursday;
  const months = nth * step;
  return daysFromCivil(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1);
}

/**
 * The first second of a day. If midnight occurs twice, it is the first one. If clocks skip it, it is the second after.
 * In both cases the offset of the day before decides.
 */
function startOfDay(day: number, zone: TimeZone): number {
  const midnight = day * secondsPerDay;
  const before = zone.offsetSeconds(midnight - zone.offsetSeconds(midnight) - secondsPerDay / 2);
  const start = midnight - before;
  const offset = zone.offsetSeconds(start);
  if (offset === before) return start;
  // The offset has changed by then. If it went down, midnight is still to come. If it went up, midnight may be skipped.
  const later = midnight - offset;
  if (later >= start) return later;
  return zone.offsetSeconds(later) === offset ? later : changeWithin(zone, later, start);
}

/** The second at which the offset changes. */
function changeWithin(zone: TimeZone, from: number, to: number): number {
  const before = zone.offsetSeconds(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetSeconds(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
