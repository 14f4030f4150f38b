import { isWithinRange } from "./iso-8601.ts";

/** What `correctedUs` returns for a time that the correction moves out of the years a time may lie in. */
export const outOfRange = -1;

/**
 * A device's timestamp, moved by how far its clock is off, in microseconds since 1970. Seconds and microseconds are
 * moved apart, because far from now a double does not hold both, and the limits are exact to the microsecond.
 */
export function correctedUs(seconds: number, micros: number, offsetMs: number): number {
  const offsetSeconds = Math.floor(offsetMs / 1000);
  const movedMicros = micros + (offsetMs - offsetSeconds * 1000) * 1000;
  const carry = movedMicros >= 1e6 ? 1 : 0;
  const movedSeconds = seconds + offsetSeconds + carry;
  if (!isWithinRange(movedSeconds)) return outOfRange;
  return movedSeconds * 1e6 + (movedMicros - carry * 1e6);
}
