import { TimestampParser } from "./timestamp.ts";

const parser = new TimestampParser();

/**
 * Returns the microseconds since 1970 of a time in the forms that the contract allows devices, or null. After the year 2255 a
 * double does not hold every microsecond, so later times become the last one that it holds: later than any reading.
 */
export function parseInstant(text: string): number | null {
  if (!parser.parse(text)) return null;
  return Math.min(parser.seconds * 1e6 + parser.micros, Number.MAX_SAFE_INTEGER);
}
