import { parseHttpDate } from "./http-date.ts";

/** The device's clock may be off by this much before its timestamps are corrected. */
const toleratedOffsetMs = 2000;

/** The device's clock when it sent the request. */
export interface DeviceClock {
  /** How far it is behind the server's; negative if it is ahead. */
  readonly offsetMs: number;
  /** The time it showed, in epoch seconds, if it is off so far that timestamps must be corrected; otherwise null. */
  readonly correctFrom: number | null;
}

/** Reads the device's clock from the `Date` header. Returns null if there is none, or it cannot be read. */
export function readDeviceClock(dateHeader: string | null, arrivalMs: number): DeviceClock | null {
  if (dateHeader === null) return null;
  const seconds = parseHttpDate(dateHeader, Math.floor(arrivalMs / 1000));
  if (seconds === null) return null;
  const offsetMs = arrivalMs - seconds * 1000;
  return { offsetMs, correctFrom: Math.abs(offsetMs) > toleratedOffsetMs ? seconds : null };
}
