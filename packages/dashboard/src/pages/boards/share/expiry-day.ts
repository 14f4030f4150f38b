import { dayMs } from "../../charts/span.ts";

/** Links expire within a year. */
export const shareDaysMax = 366;

/** The day after so many days, in the zone of the browser, as date fields write it. */
export function dayAfter(nowMs: number, days: number): string {
  const now = new Date(nowMs);
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** How many days it is until this day; null if a link cannot expire then. */
export function daysUntil(day: string, nowMs: number): number | null {
  const days = Math.round((Date.parse(day) - Date.parse(dayAfter(nowMs, 0))) / dayMs);
  return days >= 1 && days <= shareDaysMax ? days : null;
}
