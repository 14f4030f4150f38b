import { dateFormat } from "./date-format.ts";
import { isSameDay } from "./time-zone.ts";

/** The API sends ISO 8601 in UTC with microseconds. Pages show milliseconds at most. */
export function parseTime(iso: string): number {
  return Date.parse(iso);
}

const exact = dateFormat({ dateStyle: "medium", timeStyle: "medium" });
const zoneName = dateFormat({ timeZoneName: "short" });
const clock = dateFormat({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const minuteOfDay = dateFormat({ hour: "2-digit", minute: "2-digit" });
const day = dateFormat({ dateStyle: "medium" });
const toMinutes = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
const dayAndMinute = dateFormat(toMinutes);
const yearToMinute = dateFormat({ ...toMinutes, year: "numeric" });
const year = dateFormat({ year: "numeric" });

/** The exact instant in the reader's zone, with the zone's name. */
export function exactTime(ms: number): string {
  const parts = zoneName().formatToParts(ms);
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `${exact().format(ms)} ${zone}`;
}

export function clockTime(ms: number): string {
  return clock().format(ms);
}

export function minuteText(ms: number): string {
  return minuteOfDay().format(ms);
}

export function dayText(ms: number): string {
  return day().format(ms);
}

/** The date and the time of day; with the year if it is another one. */
export function shortTime(ms: number, nowMs = Date.now()): string {
  const isThisYear = year().format(ms) === year().format(nowMs);
  return (isThisYear ? dayAndMinute() : yearToMinute()).format(ms);
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
  return dayText(ms);
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
