import { bulkReadings } from "./load.ts";

export const minuteS = 60;
export const yearReadings = 365 * 24 * 60;

/** A year of one reading a minute, up to now. All systems get the same readings. */
export interface Year {
  readonly firstSecond: number;
  readonly lastSecond: number;
}

export interface YearReading {
  readonly second: number;
  readonly value: number;
  /** The delay between the reading and its arrival, if it was sent at once. */
  readonly lagMs: number;
}

export function yearUpTo(nowMs: number): Year {
  const lastSecond = Math.floor(nowMs / 1000 / minuteS) * minuteS;
  return { firstSecond: lastSecond - (yearReadings - 1) * minuteS, lastSecond };
}

/**
 * A temperature with two decimals that follows the day and the year, with some noise. Most readings take 20
 * to 120 ms to arrive, and every hundredth takes up to 2 s.
 */
export function readingOfYear(year: Year, nth: number): YearReading {
  const ofDay = Math.sin((nth / 1440) * 2 * Math.PI);
  const ofYear = Math.sin((nth / yearReadings) * 2 * Math.PI);
  const value = Math.round(1200 + 800 * ofYear + 400 * ofDay + noise(nth, 60)) / 100;
  const lagMs = 20 + noise(nth * 31, 100) + (nth % 100 === 0 ? noise(nth * 17, 1880) : 0);
  return { second: year.firstSecond + nth * minuteS, value, lagMs };
}

/** A whole number below `max` that looks random and is the same in every run. */
function noise(seed: number, max: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) % max;
}

/** The year in portions of one bulk request each. */
export function* bulksOfYear(year: Year): Generator<YearReading[]> {
  for (let start = 0; start < yearReadings; start += bulkReadings) {
    const count = Math.min(bulkReadings, yearReadings - start);
    yield Array.from({ length: count }, (_, index) => readingOfYear(year, start + index));
  }
}
