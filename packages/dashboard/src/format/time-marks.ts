import { fromWallClockMs, wallClockMs } from "./time-zone.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;

/**
 * Instants at which the clocks of the reader show something round, so far apart, from one instant to another. Counted on
 * the clock and not in time that has passed, so that they stay round where summer time begins or ends. Steps of months
 * and years are multiples of 30 and 365 days, as uPlot has them.
 */
export function timeMarks(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  // An hour that the clocks show twice has to have its marks twice.
  if (stepMs <= hourMs) return marksOfPassedTime(fromMs, toMs, stepMs);
  const marks = new Set<number>();
  const firstWallMs = wallClockMs(fromMs);
  for (let nth = 0; ; nth++) {
    const atMs = fromWallClockMs(wallMark(firstWallMs, stepMs, nth));
    if (atMs > toMs) return [...marks];
    if (atMs >= fromMs) marks.add(atMs);
  }
}

/** Offsets of zones are multiples of a quarter hour, and change by whole hours nearly everywhere. */
function marksOfPassedTime(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const offsetMs = wallClockMs(fromMs) - fromMs;
  const firstMs = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs;
  const count = Math.max(0, Math.floor((toMs - firstMs) / stepMs) + 1);
  return Array.from({ length: count }, (_, nth) => firstMs + nth * stepMs);
}

/** The nth mark from the last one before that time. */
function wallMark(firstWallMs: number, stepMs: number, nth: number): number {
  if (stepMs < monthMs) {
    // Within a day they begin at midnight; with days, at the same days wherever the view begins.
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
