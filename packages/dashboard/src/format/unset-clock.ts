import { parseTime } from "./time.ts";

/**
 * Boards that have not asked for the time yet count from 1970, some from 2000. Nobody has readings from back
 * then, so such a time means that the clock is not set.
 */
const firstPlausibleMs = Date.UTC(2001, 0);

export function isFromUnsetClock(at: string): boolean {
  return parseTime(at) < firstPlausibleMs;
}
