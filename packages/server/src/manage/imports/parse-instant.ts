import { daysFromCivil, isCalendarDate, secondsPerDay } from "../../platform/calendar.ts";

const form = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * The microseconds since 1970 of a time as people and spreadsheets write it, null where it is not one: a date, or a date
 * and a time with or without seconds, fraction and zone. What has no zone is UTC. Digits past microseconds are cut off.
 */
export function parseInstant(text: string): number | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = found;
  if (Number(year) < 1970 || !isCalendarDate(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offset = offsetSeconds(zone);
  if (offset === null) return null;
  const days = daysFromCivil(Number(year), Number(month), Number(day));
  const seconds = days * secondsPerDay + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
  const us = seconds * 1e6 + Number(fraction.slice(0, 6).padEnd(6, "0"));
  // Past the year 2255 a double no longer holds every microsecond.
  return us >= 0 ? Math.min(us, Number.MAX_SAFE_INTEGER) : null;
}

function offsetSeconds(zone: string): number | null {
  if (zone === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  const seconds = hours * 3600 + minutes * 60;
  return zone.startsWith("+") ? seconds : -seconds;
}
