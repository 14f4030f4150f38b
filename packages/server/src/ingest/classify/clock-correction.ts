import { parseHttpDate } from "./http-date.ts";

/** The device's clock may be off by this much before its timestamps are moved. */
const toleratedOffsetMs = 2000;

/**
 * When the request carries a `Date` header, that is the device's own clock at sending. Returns that time in epoch
 * seconds when it is off by more than the tolerance, so that timestamps are to be read relative to it; else null.
 */
export function deviceClockSeconds(dateHeader: string | null, arrivalMs: number): number | null {
  if (dateHeader === null) return null;
  const seconds = parseHttpDate(dateHeader, Math.floor(arrivalMs / 1000));
  if (seconds === null) return null;
  return Math.abs(arrivalMs - seconds * 1000) > toleratedOffsetMs ? seconds : null;
}
