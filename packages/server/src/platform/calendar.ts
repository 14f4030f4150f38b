/**
 * The Gregorian calendar as arithmetic on day numbers, where day 0 is 1970-01-01.
 *
 * Everything that reads or writes a date uses these functions, so that a date means the same day wherever it is parsed,
 * compared or printed. They are correct for any year, also before 1970, and do not depend on the machine's time zone.
 */
export const secondsPerDay = 86_400;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

const daysPerEra = 146_097;
const yearsPerEra = 400;

/** Days from 0000-03-01, where the first era starts, to 1970-01-01. */
const epochInEras = 719_468;

/**
 * Returns the day number of a date. Both directions count years from March: the leap day is then the last of its year, and the
 * months before it follow one pattern of 153 days in five months. Eras of 400 years repeat exactly.
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const era = Math.floor(marchYear / yearsPerEra);
  const yearOfEra = marchYear - era * yearsPerEra;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - epochInEras;
}

/** Returns the date of a day number. */
export function civilFromDays(days: number): CivilDate {
  const era = Math.floor((days + epochInEras) / daysPerEra);
  const dayOfEra = days + epochInEras - era * daysPerEra;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - yearOfEra * 365 - Math.floor(yearOfEra / 4) + Math.floor(yearOfEra / 100);
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: era * yearsPerEra + yearOfEra + (month > 2 ? 0 : 1),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

/** Returns whether the calendar has this date: 29 February only in leap years, 30 February never. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

/** Returns the Monday on which the ISO 8601 week year starts: its first week contains 4 January. */
export function firstMondayOfWeekYear(year: number): number {
  const fourthOfJanuary = daysFromCivil(year, 1, 4);
  return fourthOfJanuary - daysSinceMonday(fourthOfJanuary);
}

/** Returns 52 or 53. */
export function weeksInWeekYear(year: number): number {
  return (firstMondayOfWeekYear(year + 1) - firstMondayOfWeekYear(year)) / 7;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Day 0 was a Thursday, three days after its Monday. */
function daysSinceMonday(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}
