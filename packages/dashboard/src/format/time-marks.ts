import { fromWallClockMs, wallClockMs } from "./time-zone.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;

/**
 * Instants within a range at which the reader's clocks show a round time. Steps are counted on the clock and not in
 * elapsed time, so that the marks stay round when summer time begins or ends. As in uPlot, steps of months and years
 * are multiples of 30 and 365 days.
 */
export function timeMarks(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  // An hour that the clocks show twice needs its marks twice.
  if (stepMs <= hourMs) return marksOfPassedTime(fromMs, toMs, stepMs);
  const marks = new Set<number>();
  const firstWallMs = wallClockMs(fromMs);
  for (let nth = 0; ; nth++) {
    const atMs = fromWallClockMs(wallMark(firstWallMs, stepMs, nth));
    if (atMs > toMs) return [...marks];
    if (atMs >= fromMs) marks.add(atMs);
  }
}

/** Zone offsets are multiples of a quarter of an hour, and nearly all of them change by whole hours. */
function marksOfPassedTime(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const offsetMs = wallClockMs(fromMs) - fromMs;
  const firstMs = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs;
  const count = Math.max(0, Math.floor((toMs - firstMs) / stepMs) + 1);
  return Array.from({ length: count }, (_, nth) => firstMs + nth * stepMs);
}

/** The nth mark, counted from the last one before the start. */
function wallMark(firstWallMs: number, stepMs: number, nth: number): number {
  if (stepMs < monthMs) {
    // Marks within a day start at midnight. Marks of whole days fall on the same days wherever the view begins.
    const zeroMs = stepMs < dayMs ? Math.floor(firstWallMs / dayMs) * dayMs : 0;
    return zeroMs + Math.floor((firstWallMs - zeroMs) / stepMs) * stepMs + nth * stepMs;
  }
  const first = new Date(firstWallMs);
  if (stepMs >= yearMs) {
    const years = Math.round(stepMs / yearMs);
    return Date.UTC(Math.floor(first.getUTCFullYear() / years) * years + nth * years, 0);
  }
  const months = Math.round(stepMs / monthMs);
  return Date.UTC(first.getUTCFullYear(), Math.floor(first.getUTCMonth() / months) * months + nth * months);
}
