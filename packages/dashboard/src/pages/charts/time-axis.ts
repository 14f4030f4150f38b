import { dateFormat } from "../../format/date-format.ts";
import { isThisYear } from "../../format/time.ts";
import { dayMs } from "./span.ts";

const minuteMs = 60_000;
const monthMs = 28 * dayMs;
const yearMs = 365 * dayMs;

const year = dateFormat({ year: "numeric" });
const month = dateFormat({ month: "short" });
const day = dateFormat({ month: "short", day: "numeric" });
const minute = dateFormat({ hour: "numeric", minute: "2-digit" });
const second = dateFormat({ hour: "numeric", minute: "2-digit", second: "2-digit" });
const millisecond = dateFormat({
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/**
 * Labels of a time axis with marks at this distance. A label shows just enough to tell neighbours apart. The next
 * larger unit stands below it where that unit changes, so that the day is always visible and never repeated. The year is
 * left out if all marks are in this year, as in all dates.
 */
export function timeLabels(marksMs: readonly number[], stepMs: number, nowMs = Date.now()): string[] {
  const [own, above] = formatsFor(stepMs);
  const small = own();
  const large = above === year && marksMs.every((ms) => isThisYear(ms, nowMs)) ? undefined : above?.();
  let last = "";
  return marksMs.map((ms) => {
    const upper = large?.format(ms) ?? "";
    const lower = small.format(ms);
    const label = upper === last ? lower : `${lower}\n${upper}`;
    last = upper;
    return label;
  });
}

function formatsFor(
  stepMs: number,
): readonly [small: () => Intl.DateTimeFormat, large: (() => Intl.DateTimeFormat) | null] {
  if (stepMs >= yearMs) return [year, null];
  if (stepMs >= monthMs) return [month, year];
  if (stepMs >= dayMs) return [day, year];
  if (stepMs >= minuteMs) return [minute, day];
  return [stepMs >= 1000 ? second : millisecond, day];
}
