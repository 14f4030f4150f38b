import { durationText } from "../../format/time.ts";

/** The time that the clock of a device showed when it sent a request. */
export interface ClockPoint {
  /** The id of the request. */
  readonly id: string;
  readonly atMs: number;
  /** Negative if the clock was behind. */
  readonly aheadMs: number;
}

/** A clock that is off by at most this much counts as right, and timestamps are left as they are. */
export const rightWithinMs = 2000;
const dayMs = 86_400_000;
/** Drift is not reported over less time than this. */
const driftSpanMs = dayMs / 24;
/** A clock that jumped by more than this between two requests was set. */
const setByMs = 60_000;

/** "62 s", "4 min 10 s": to the second, as the Date header is, while that matters. */
export function offsetText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds >= 3600) return durationText(ms);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "40 s behind", "accurate to 2 s". */
export function clockText(aheadMs: number): string {
  if (isClockRight(aheadMs)) return "accurate to 2 s";
  return `${offsetText(aheadMs)} ${aheadMs > 0 ? "ahead" : "behind"}`;
}

/** What the clock means for the readings, and what to do about it. */
export function clockAdvice(points: readonly ClockPoint[]): string {
  const last = points.at(-1);
  if (last === undefined) return "";
  const drift = driftText(points);
  if (isClockRight(last.aheadMs)) return `The clock is accurate, so timestamps are kept as sent.${drift}`;
  const direction = last.aheadMs > 0 ? "subtracts" : "adds";
  return `The server ${direction} ${offsetText(last.aheadMs)} ${last.aheadMs > 0 ? "from" : "to"} the timestamps, so readings are saved with the correct time.${drift} Set the device’s clock anyway, for example with NTP: requests without a Date header are not corrected.`;
}

/** " It gains about 12 s a day." Empty unless the requests cover an hour or more in which nobody set the clock. */
function driftText(points: readonly ClockPoint[]): string {
  const setAt = points.findLastIndex((point, place) => place > 0 && isSetBetween(points[place - 1]!, point));
  const since = points.slice(Math.max(0, setAt));
  const first = since[0];
  const last = since.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < driftSpanMs) return "";
  const perDayMs = ((last.aheadMs - first.aheadMs) / (last.atMs - first.atMs)) * dayMs;
  // The header has whole seconds.
  if (Math.abs(last.aheadMs - first.aheadMs) < rightWithinMs) return "";
  return ` It ${perDayMs > 0 ? "gains" : "loses"} about ${offsetText(perDayMs)} a day.`;
}

function isSetBetween(before: ClockPoint, after: ClockPoint): boolean {
  return Math.abs(after.aheadMs - before.aheadMs) > setByMs;
}

export function isClockRight(aheadMs: number): boolean {
  return Math.abs(aheadMs) <= rightWithinMs;
}
