import { dateFormat } from "./date-format.ts";
import { isSameDay } from "./time-zone.ts";

/** The API sends ISO 8601 in UTC with microseconds. Pages show milliseconds at most. */
export function parseTime(iso: string): number {
  return Date.parse(iso);
}

const toDay = { month: "short", day: "numeric" } as const;
const toMinute = { ...toDay, hour: "numeric", minute: "2-digit" } as const;
const toSecond = { ...toMinute, second: "2-digit" } as const;
const year = dateFormat({ year: "numeric" });
const zoneName = dateFormat({ timeZoneName: "short" });
const clock = dateFormat({ hour: "numeric", minute: "2-digit", second: "2-digit" });
const minuteOfDay = dateFormat({ hour: "numeric", minute: "2-digit" });
const day = dated(toDay);
const shortDate = dated(toMinute);
const exactDate = dated(toSecond);
const keptDate = dateFormat({ ...toSecond, year: "numeric" });

/** In the reader's zone. */
export function isThisYear(ms: number, nowMs: number): boolean {
  return year().format(ms) === year().format(nowMs);
}

/** A format with the year, unless it is this year. */
function dated(options: Intl.DateTimeFormatOptions) {
  const thisYear = dateFormat(options);
  const otherYear = dateFormat({ ...options, year: "numeric" });
  return {
    format: (ms: number, nowMs: number) => (isThisYear(ms, nowMs) ? thisYear() : otherYear()).format(ms),
    formatRange: (fromMs: number, toMs: number, nowMs: number) => {
      const areThisYear = isThisYear(fromMs, nowMs) && isThisYear(toMs, nowMs);
      return (areThisYear ? thisYear() : otherYear()).formatRange(fromMs, toMs);
    },
  };
}

/** The exact instant in the reader's zone, with the zone's name. */
export function exactTime(ms: number, nowMs = Date.now()): string {
  return `${exactDate.format(ms, nowMs)} ${zoneOf(ms)}`;
}

/** An instant for what people keep, such as a picture: always with the year. */
export function keptTime(ms: number): string {
  return `${keptDate().format(ms)} ${zoneOf(ms)}`;
}

function zoneOf(ms: number): string {
  const parts = zoneName().formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

export function clockTime(ms: number): string {
  return clock().format(ms);
}

export function minuteText(ms: number): string {
  return minuteOfDay().format(ms);
}

export function dayText(ms: number, nowMs = Date.now()): string {
  return day.format(ms, nowMs);
}

/** The date and the time of day. */
export function shortTime(ms: number, nowMs = Date.now()): string {
  return shortDate.format(ms, nowMs);
}

/** "Nov 19, 6:00 – 10:00 AM": what both ends share is written once. */
export function rangeText(fromMs: number, toMs: number, nowMs = Date.now()): string {
  return shortDate.formatRange(fromMs, toMs, nowMs);
}

/** The time of day; with the date if it was not today. */
export function recentTime(ms: number): string {
  return isSameDay(ms, Date.now()) ? clockTime(ms) : shortTime(ms);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const dayMs = 24 * hour;

/** "12 s ago" if it was recent, otherwise a date. */
export function agoText(ms: number, nowMs: number): string {
  const age = nowMs - ms;
  if (age < -5 * second) return `in ${aheadText(-age)}`;
  if (age < second) return "just now";
  if (age < 30 * dayMs) return `${durationText(age)} ago`;
  return dayText(ms, nowMs);
}

/** From here on, durations are given in months instead of days. */
const monthsFromDays = 60;
const yearsFromDays = 365;

/** The two largest units at most: "3 min", "2 h 5 min", "4 d", "3 years". */
export function durationText(ms: number): string {
  const length = Math.abs(ms);
  if (length < second) return `${Math.round(length)} ms`;
  if (length < minute) return `${Math.floor(length / second)} s`;
  if (length < hour) return `${Math.floor(length / minute)} min`;
  if (length < dayMs) {
    const minutes = Math.floor((length % hour) / minute);
    return `${Math.floor(length / hour)} h${minutes > 0 && length < 6 * hour ? ` ${minutes} min` : ""}`;
  }
  const days = Math.floor(length / dayMs);
  if (days < monthsFromDays) return `${days} d`;
  return days < yearsFromDays ? unitsText(days / 30.44, "month") : unitsText(days / 365.25, "year");
}

function unitsText(amount: number, unit: string): string {
  const whole = Math.max(1, Math.round(amount));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/**
 * How far ahead a time is, rounded to the nearest unit. Without rounding, something that lasts seven days would end in
 * six as soon as it was created.
 */
export function aheadText(ms: number): string {
  const unit = ms < minute ? second : ms < 6 * hour ? minute : ms < dayMs ? hour : dayMs;
  return durationText(ms + unit / 2);
}

/** How long until the text "… ago" changes. */
export function agoChangesInMs(ms: number, nowMs: number): number {
  const age = Math.abs(nowMs - ms);
  if (age < minute) return second;
  return age < hour ? 10 * second : minute;
}
