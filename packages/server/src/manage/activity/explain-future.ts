import type { ActivityRecord } from "../../activity/activity-record.ts";
import { durationInWords } from "./times-in-words.ts";

type ClockSeen = Pick<ActivityRecord, "arrivalMs" | "clockOffsetMs">;

/** A clock that is off by no more than this is not corrected. */
const toleratedOffsetMs = 2000;
const minuteMs = 60_000;
const zoneStepMs = 30 * minuteMs;
const zoneMaxMs = 14 * 60 * minuteMs;

/** How far a time lies ahead of its arrival, after correction; null where none was sent. */
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

/** A time ahead of the server's is a wrong clock or a wrong time zone; which of them, the Date header tells. */
export function explainFuture(aheadMs: number | null, { clockOffsetMs }: ClockSeen): string {
  const ahead = aheadMs === null ? "ahead" : `${durationInWords(aheadMs)} ahead`;
  const zone = aheadMs !== null && looksLikeZone(aheadMs) ? ` ${zoneHint}` : "";
  if (clockOffsetMs === null) {
    return `Its timestamp was ${ahead} of the server's time. The request had no Date header: with one, which tells the device's own clock, the server corrects the timestamps of a device whose clock is wrong. Send it, or set the clock.${zone}`;
  }
  if (!isCorrected(clockOffsetMs)) {
    return `Its timestamp was ${ahead} of the server's time although the device's clock, by its Date header, was right. Look at how the timestamp is made.${zone}`;
  }
  const off = `${durationInWords(clockOffsetMs)} ${clockOffsetMs > 0 ? "behind" : "ahead"}`;
  return `Its timestamp was ${ahead} of the server's time even after correction: by its Date header the device's clock was ${off}, and timestamps were moved by that. Take timestamps and the Date header from the same clock.${zone}`;
}

const zoneHint =
  "It is off by about whole hours: perhaps it is local time without its offset, which counts as UTC.";

function looksLikeZone(aheadMs: number): boolean {
  const steps = Math.round(aheadMs / zoneStepMs);
  return steps > 0 && aheadMs <= zoneMaxMs + minuteMs && Math.abs(aheadMs - steps * zoneStepMs) <= minuteMs;
}
