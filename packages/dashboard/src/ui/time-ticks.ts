const minuteMs = 60_000;
const stepsMin = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440] as const;

/** Times within a day or so that are round on the reader's clock, the same step apart, and at most so many. */
export function timeTicks(fromMs: number, toMs: number, countMax: number): readonly number[] {
  const stepMin = stepsMin.find((step) => toMs - fromMs < step * minuteMs * countMax) ?? stepsMin.at(-1)!;
  const from = new Date(fromMs);
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const ticks = new Set<number>();
  // Counted on the clock and not in time that has passed, so that they stay round where summer time begins or ends.
  for (let min = from.getHours() * 60 - ((from.getHours() * 60) % stepMin); ; min += stepMin) {
    const atMs = new Date(year, month, day, 0, min).getTime();
    if (atMs > toMs) return [...ticks];
    if (atMs >= fromMs) ticks.add(atMs);
  }
}
