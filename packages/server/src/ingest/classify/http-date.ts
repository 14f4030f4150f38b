import { civilFromDays, daysFromCivil, isCalendarDate, secondsPerDay } from "../../platform/calendar.ts";
import { digitAt, notDigit, twoDigitsAt } from "../../platform/digits.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const shortWeekdays = weekdays.map((name) => name.slice(0, 3));

/** A date format: a weekday, then the pattern, whose small letters stand for digits or a month's name. */
interface Form {
  readonly weekdays: readonly string[];
  readonly pattern: string;
}

const imfFixdate: Form = { weekdays: shortWeekdays, pattern: ", dd mmm yyyy hh:mm:ss GMT" };
const rfc850: Form = { weekdays, pattern: ", dd-mmm-yy hh:mm:ss GMT" };
const asctime: Form = { weekdays: shortWeekdays, pattern: " mmm dd hh:mm:ss yyyy" };

const mailZone = " +0000";

const letterA = "a".charCodeAt(0);
const letterZ = "z".charCodeAt(0);

const fiftyYearsSeconds = 50 * 365.2425 * secondsPerDay;

/**
 * The `Date` header in epoch seconds, or null, in any of the three forms that RFC 9110 has recipients read:
 *
 *     Sun, 06 Nov 1994 08:49:37 GMT      IMF-fixdate, the only one that is still to be sent
 *     Sunday, 06-Nov-94 08:49:37 GMT     RFC 850
 *     Sun Nov  6 08:49:37 1994           asctime
 *
 * Names and spacing are exact. The weekday has to be one, but not the right one: it adds nothing to the date, and a
 * device that miscounts weekdays still knows the time. `+0000`, as mail has it, counts as `GMT`. Second 60 counts as 59, which is where timestamps put it.
 */
export function parseHttpDate(header: string, nowSeconds: number): number | null {
  const text = header.endsWith(mailZone) ? `${header.slice(0, -mailZone.length)} GMT` : header;
  const form = formOf(text);
  const start = text.length - form.pattern.length;
  if (!fits(text, start, form.pattern) || !form.weekdays.includes(text.slice(0, start))) return null;

  const monthAt = start + form.pattern.indexOf("mmm");
  const month = months.indexOf(text.slice(monthAt, monthAt + 3)) + 1;
  const dayAt = start + form.pattern.indexOf("dd");
  const isPadded = form === asctime && text[dayAt] === " ";
  const day = isPadded ? digitAt(text, dayAt + 1) : twoDigitsAt(text, dayAt);
  const second = secondOfDay(text, start + form.pattern.indexOf("hh"));
  const yearAt = start + form.pattern.indexOf("yy");
  const shortYear = twoDigitsAt(text, yearAt);
  if (form !== rfc850) return toSeconds(shortYear * 100 + twoDigitsAt(text, yearAt + 2), month, day, second);

  if (shortYear > 99) return null;
  // RFC 9110: a year more than 50 years ahead is the latest past year with the same two digits.
  const year = latestYearEndingIn(shortYear, yearOf(nowSeconds) + 50);
  const seconds = toSeconds(year, month, day, second);
  if (seconds !== null && seconds <= nowSeconds + fiftyYearsSeconds) return seconds;
  return toSeconds(year - 100, month, day, second);
}

function formOf(text: string): Form {
  if (text[3] === ",") return imfFixdate;
  return text[3] === " " ? asctime : rfc850;
}

function fits(text: string, start: number, pattern: string): boolean {
  for (let n = 0; n < pattern.length; n++) {
    const expected = pattern.charCodeAt(n);
    const isLiteral = expected < letterA || expected > letterZ;
    if (isLiteral && text.charCodeAt(start + n) !== expected) return false;
  }
  return true;
}

function secondOfDay(text: string, at: number): number {
  const hour = twoDigitsAt(text, at);
  const minute = twoDigitsAt(text, at + 3);
  const second = twoDigitsAt(text, at + 6);
  if (hour > 23 || minute > 59 || second > 60) return notDigit;
  return hour * 3600 + minute * 60 + Math.min(second, 59);
}

function toSeconds(year: number, month: number, day: number, second: number): number | null {
  if (year > 9999 || !isCalendarDate(year, month, day) || second >= secondsPerDay) return null;
  return daysFromCivil(year, month, day) * secondsPerDay + second;
}

function latestYearEndingIn(shortYear: number, lastYear: number): number {
  return lastYear - ((lastYear - shortYear) % 100);
}

function yearOf(seconds: number): number {
  return civilFromDays(Math.floor(seconds / secondsPerDay)).year;
}
