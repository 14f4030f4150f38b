import { parseHttpDate } from "./http-date.ts";

/** The device's clock may be off by this much before its timestamps are moved. */
const toleratedOffsetMs = 2000;

/** The device's own clock at sending. */
export interface DeviceClock {
  /** How far it is behind the server's; negative where it is ahead. */
  readonly offsetMs: number;
  /** What it showed, in epoch seconds, where it is off so far that timestamps are to be read relative to it; else null. */
  readonly correctFrom: number | null;
}

/** When the request carries a `Date` header, that is the device's clock. Null where it does not, or nobody can read it. */
export function readDeviceClock(dateHeader: string | null, arrivalMs: number): DeviceClock | null {
  if (dateHeader === null) return null;
  const seconds = parseHttpDate(dateHeader, Math.floor(arrivalMs / 1000));
  if (seconds === null) return null;
  const offsetMs = arrivalMs - seconds * 1000;
  return { offsetMs, correctFrom: Math.abs(offsetMs) > toleratedOffsetMs ? seconds : null };
}
