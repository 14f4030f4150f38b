import { TimestampParser } from "./timestamp.ts";

const parser = new TimestampParser();

/**
 * The microseconds since 1970 of a time as the contract lets devices write it, null where the text is none. Past the
 * year 2255 a double no longer holds every microsecond, so what lies there is the last one that it does hold: later
 * than any reading.
 */
export function parseInstant(text: string): number | null {
  if (!parser.parse(text)) return null;
  return Math.min(parser.seconds * 1e6 + parser.micros, Number.MAX_SAFE_INTEGER);
}
