import { isWithinRange } from "./iso-8601.ts";

/** Returned by `correctedUs` for a time that the correction moves out of the valid years. */
export const outOfRange = -1;

/**
 * Returns a device's timestamp, corrected by how far its clock is off, in microseconds since 1970. Seconds and microseconds are
 * moved separately, because far from now a double does not hold both, and the limits are exact to the microsecond.
 */
export function correctedUs(seconds: number, micros: number, offsetMs: number): number {
  const offsetSeconds = Math.floor(offsetMs / 1000);
  const movedMicros = micros + (offsetMs - offsetSeconds * 1000) * 1000;
  const carry = movedMicros >= 1e6 ? 1 : 0;
  const movedSeconds = seconds + offsetSeconds + carry;
  if (!isWithinRange(movedSeconds)) return outOfRange;
  return movedSeconds * 1e6 + (movedMicros - carry * 1e6);
}
