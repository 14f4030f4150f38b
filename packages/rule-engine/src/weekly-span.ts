import { findTimeZone } from "./time-zone.ts";

export const daySeconds = 86_400;

/** 1 January 1970 was a Thursday; days of the week count from Monday. */
const firstWeekday = 3;

/** A span of the day that repeats on some weekdays. If it ends before it starts, it continues past midnight. */
interface WeeklySpan {
  /** hh:mm, like `to`, which may be 24:00. */
  readonly from: string;
  readonly to: string;
  /** A known name. */
  readonly timeZone: string;
  /** Seven flags, from Monday on: the days on which the span starts. */
  readonly days: readonly boolean[];
}

/** Returns a function that tells whether a time is in the span. The span does not include its end. */
export function weeklySpan(span: WeeklySpan): (atUs: number) => boolean {
  const from = secondOfDay(span.from);
  const to = secondOfDay(span.to);
  const { days } = span;
  const wraps = from > to;
  const zone = findTimeZone(span.timeZone)!;
  return (atUs) => {
    const atSeconds = Math.floor(atUs / 1e6);
    const clockSeconds = atSeconds + zone.offsetSeconds(atSeconds);
    const day = Math.floor(clockSeconds / daySeconds);
    const second = clockSeconds - day * daySeconds;
    // The hours after midnight of a span that crosses it belong to the day before.
    const isFromYesterday = wraps && second < to;
    const isInSpan = wraps ? second >= from || isFromYesterday : second >= from && second < to;
    const weekday = (((day + firstWeekday - (isFromYesterday ? 1 : 0)) % 7) + 7) % 7;
    return isInSpan && days[weekday] === true;
  };
}

/** Returns the second of hh:mm; later than every time if the text is invalid. */
export function secondOfDay(given: string): number {
  const match = /^(\d\d):([0-5]\d)$/.exec(given);
  return match === null ? Number.POSITIVE_INFINITY : Number(match[1]) * 3600 + Number(match[2]) * 60;
}

/** Returns a function that finds when the span that contains a time ends. */
export function weeklySpanEnd(fromText: string, toText: string, timeZone: string): (atUs: number) => number {
  const from = secondOfDay(fromText);
  const to = secondOfDay(toText);
  const zone = findTimeZone(timeZone)!;
  return (atUs) => {
    const atSeconds = Math.floor(atUs / 1e6);
    const offset = zone.offsetSeconds(atSeconds);
    const clockSeconds = atSeconds + offset;
    const second = clockSeconds - Math.floor(clockSeconds / daySeconds) * daySeconds;
    const endsTomorrow = from > to && second >= from;
    const end = atSeconds - second + to + (endsTomorrow ? daySeconds : 0);
    // Clocks may change before the span ends.
    return (end + offset - zone.offsetSeconds(end)) * 1e6;
  };
}
