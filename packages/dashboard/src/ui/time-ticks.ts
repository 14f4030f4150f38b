import { timeMarks } from "../format/time-marks.ts";

const minuteMs = 60_000;
const stepsMin = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440] as const;

/** Times within about a day that are round on the reader's clock, at equal distances, at most `countMax`. */
export function timeTicks(fromMs: number, toMs: number, countMax: number): readonly number[] {
  const stepMin = stepsMin.find((step) => toMs - fromMs < step * minuteMs * countMax) ?? stepsMin.at(-1)!;
  return timeMarks(fromMs, toMs, stepMin * minuteMs);
}
