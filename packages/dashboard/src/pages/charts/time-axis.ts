import { dayMs } from "./span.ts";

const minuteMs = 60_000;
const monthMs = 28 * dayMs;
const yearMs = 365 * dayMs;

const year = new Intl.DateTimeFormat(undefined, { year: "numeric" });
const month = new Intl.DateTimeFormat(undefined, { month: "short" });
const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const minute = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const second = new Intl.DateTimeFormat(undefined, {
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
});
const millisecond = new Intl.DateTimeFormat(undefined, {
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 },
});

/**
 * Labels of a time axis whose marks are so far apart: as much as tells neighbours apart, and below it the next larger unit
 * where that has changed, so that the day is always in sight and never repeated.
 */
export function timeLabels(marksMs: readonly number[], stepMs: number): string[] {
  const [small, large] = formatsFor(stepMs);
  let last = "";
  return marksMs.map((ms) => {
    const above = large?.format(ms) ?? "";
    const label = above === last ? small.format(ms) : `${small.format(ms)}\n${above}`;
    last = above;
    return label;
  });
}

function formatsFor(
  stepMs: number,
): readonly [small: Intl.DateTimeFormat, large: Intl.DateTimeFormat | null] {
  if (stepMs >= yearMs) return [year, null];
  if (stepMs >= monthMs) return [month, year];
  if (stepMs >= dayMs) return [day, year];
  if (stepMs >= minuteMs) return [minute, day];
  return [stepMs >= 1000 ? second : millisecond, day];
}
