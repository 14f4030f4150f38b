import type { Span } from "../charts/span.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Of a longer alarm, the chart shows the beginning. */
const longestMs = 30 * 24 * hourMs;

/**
 * The time around an alarm: from when it was raised until it was cleared or now, and as much again before and a little after,
 * but at least an hour on each side.
 */
export function spanAround(raisedMs: number, clearedMs: number | null, nowMs: number): Span {
  const endMs = Math.min(clearedMs ?? nowMs, raisedMs + longestMs);
  const lengthMs = Math.max(endMs - raisedMs, 0);
  const fromMs = raisedMs - Math.max(lengthMs, hourMs);
  const toMs = Math.max(endMs, raisedMs) + (clearedMs === null ? 0 : Math.max(lengthMs / 4, hourMs));
  return {
    fromMs,
    toMs: Math.min(Math.max(toMs, raisedMs + 10 * minuteMs), Math.max(nowMs, endMs + minuteMs)),
  };
}
