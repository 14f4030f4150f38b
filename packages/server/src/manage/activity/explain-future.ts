import type { ActivityRecord } from "../../activity/activity-record.ts";
import { durationInWords } from "../../platform/times-in-words.ts";

type ClockSeen = Pick<ActivityRecord, "arrivalMs" | "clockOffsetMs">;

/** A clock that is off by at most this much is not corrected. */
const toleratedOffsetMs = 2000;
const minuteMs = 60_000;
const zoneStepMs = 30 * minuteMs;
const zoneMaxMs = 14 * 60 * minuteMs;

/** How far a time is ahead of its arrival, after correction; null if none was sent. */
export function aheadOfArrivalMs(
  sent: readonly [seconds: number, micros: number] | null,
  { arrivalMs, clockOffsetMs }: ClockSeen,
): number | null {
  if (sent === null) return null;
  const correctionMs = isCorrected(clockOffsetMs) ? clockOffsetMs : 0;
  return sent[0] * 1000 + sent[1] / 1000 + correctionMs - arrivalMs;
}

function isCorrected(clockOffsetMs: number | null): clockOffsetMs is number {
  return clockOffsetMs !== null && Math.abs(clockOffsetMs) > toleratedOffsetMs;
}

/** A time in the future is caused by a wrong clock or a wrong time zone. The Date header shows which. */
export function explainFuture(aheadMs: number | null, { clockOffsetMs }: ClockSeen): string {
  const ahead = aheadMs === null ? "ahead" : `${durationInWords(aheadMs)} ahead`;
  const zone = aheadMs !== null && looksLikeZone(aheadMs) ? ` ${zoneHint}` : "";
  if (clockOffsetMs === null) {
    return `The timestamp was ${ahead} of the server's time. Set the device's clock, or send a Date header with the device's own time: the server then corrects the timestamps.${zone}`;
  }
  if (!isCorrected(clockOffsetMs)) {
    return `The timestamp was ${ahead} of the server's time, although the device's clock was right according to its Date header. Check how the device creates timestamps.${zone}`;
  }
  const off = `${durationInWords(clockOffsetMs)} ${clockOffsetMs > 0 ? "behind" : "ahead"}`;
  return `The timestamp was ${ahead} of the server's time even after correction. According to its Date header the device's clock was ${off}, and timestamps were moved by that much. Use the same clock for timestamps and the Date header.${zone}`;
}

const zoneHint =
  "The difference is close to whole hours. The timestamp may be local time without an offset, which is read as UTC.";

function looksLikeZone(aheadMs: number): boolean {
  const steps = Math.round(aheadMs / zoneStepMs);
  return steps > 0 && aheadMs <= zoneMaxMs + minuteMs && Math.abs(aheadMs - steps * zoneStepMs) <= minuteMs;
}
