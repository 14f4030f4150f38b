import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type CivilDate,
  civilFromDays,
  daysFromCivil,
  daysInYear,
  firstMondayOfWeekYear,
  isCalendarDate,
  weeksInWeekYear,
} from "./calendar.ts";

const dayMs = 86_400_000;

/** Date covers 100,000,000 days on either side of 1970, and is the reference throughout. */
const anyDay = fc.integer({ min: -100_000_000, max: 100_000_000 });
const anyYear = fc.integer({ min: -200_000, max: 200_000 });

/** Date.UTC reads the years 0 to 99 as 1900 to 1999, so the year is set separately. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function isSameDate(date: CivilDate, year: number, month: number, day: number): boolean {
  return date.year === year && date.month === month && date.day === day;
}

test("counts days from 1970-01-01", () => {
  expect(daysFromCivil(1970, 1, 1)).toBe(0);
  expect(daysFromCivil(1969, 12, 31)).toBe(-1);
  expect(daysFromCivil(2000, 2, 29)).toBe(11_016);
  expect(daysFromCivil(2000, 3, 1)).toBe(11_017);
  expect(daysFromCivil(9999, 12, 31)).toBe(2_932_896);
});

test("converts day numbers to dates and back as Date does", () => {
  fc.assert(
    fc.property(anyDay, (days) => {
      const date = new Date(days * dayMs);
      const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
    }),
  );
});

test("has no gap in the days of four centuries, after which the calendar repeats", () => {
  let next = daysFromCivil(1970, 1, 1);
  for (let year = 1970; year < 2370; year++) {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 31; day++) {
        if (!isCalendarDate(year, month, day)) continue;
        if (daysFromCivil(year, month, day) !== next || !isSameDate(civilFromDays(next), year, month, day)) {
          throw new Error(`day ${next} is not ${year}-${month}-${day}`);
        }
        next++;
      }
    }
  }
  expect(next).toBe(146_097);
});

test("accepts a date exactly if Date does not move it to another", () => {
  const part = fc.integer({ min: -1, max: 33 });
  fc.assert(
    fc.property(anyYear, part, part, (year, month, day) => {
      const date = dateOf(year, month, day);
      const stays = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      expect(isCalendarDate(year, month, day)).toBe(stays);
    }),
  );
});

test("gives years 366 days if divisible by 4, except centuries not divisible by 400", () => {
  expect([1900, 1970, 1972, 2000, 2026, 2100, 2400].map(daysInYear)).toEqual([
    365, 365, 366, 366, 365, 365, 366,
  ]);
});

test("starts week years on the Monday of the week with the year's first Thursday", () => {
  fc.assert(
    fc.property(anyYear, (year) => {
      const start = new Date(firstMondayOfWeekYear(year) * dayMs);
      const thursday = new Date(start.getTime() + 3 * dayMs);
      expect(start.getUTCDay()).toBe(1);
      expect(thursday.getUTCFullYear()).toBe(year);
      expect(thursday.getUTCMonth()).toBe(0);
      expect(thursday.getUTCDate()).toBeLessThanOrEqual(7);
    }),
  );
});

test("has 53 weeks in the same years as the ISO calendar", () => {
  const years = Array.from({ length: 60 }, (_, n) => 1970 + n);
  expect(years.filter((year) => weeksInWeekYear(year) === 53)).toEqual([
    1970, 1976, 1981, 1987, 1992, 1998, 2004, 2009, 2015, 2020, 2026,
  ]);
});
