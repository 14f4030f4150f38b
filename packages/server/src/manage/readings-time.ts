import { daysFromCivil, isCalendarDate, secondsPerDay } from "../platform/calendar.ts";

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+ -])(\d{2}):?(\d{2}))?)?$/;

/**
 * A time that somebody asks for, in microseconds since 1970: ISO 8601 (UTC unless it says otherwise; a date alone is its
 * start), or the microseconds themselves. Null for anything else. In a query string a plus that was not escaped arrives
 * as a space, so before an offset a space is a plus.
 */
export function parseTimeUs(text: string): number | null {
  if (/^\d{1,16}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const match = form.exec(text);
  if (match === null) return null;
  const [, years, months, days, hours = "0", minutes = "0", seconds = "0", fraction = ""] = match;
  const [, , , , , , , , sign = "+", offsetHours = "0", offsetMinutes = "0"] = match;
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  const isPossible =
    isCalendarDate(year, month, day) &&
    Number(hours) <= 23 &&
    Math.max(Number(minutes), Number(seconds), Number(offsetMinutes)) <= 59 &&
    Number(offsetHours) <= 23;
  if (!isPossible) return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -60 : 60);
  const ofDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const second = daysFromCivil(year, month, day) * secondsPerDay + ofDay - offset;
  const us = second * 1e6 + Number(fraction.slice(0, 6).padEnd(6, "0"));
  return Math.min(us, Number.MAX_SAFE_INTEGER);
}
