import { type Weekday, weekdays } from "@weir/protocol/closed-sets";

/** A span of the day on some days of the week, as the API has it. */
export interface WeeklySpan {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

export const workdays: readonly Weekday[] = weekdays.slice(0, 5);
export const weekendDays: readonly Weekday[] = weekdays.slice(5);

/** `Weekdays, 08:00 to 18:00`. */
export function spanText({ days, from, to }: WeeklySpan): string {
  const isAllDay = from === "00:00" && (to === "24:00" || to === "00:00");
  return `${daysText(days)}, ${isAllDay ? "all day" : `${from} to ${to}`}`;
}

/** `Weekdays`, or the days themselves. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return "Every day";
  if (days.join() === workdays.join()) return "Weekdays";
  if (days.join() === weekendDays.join()) return "Weekends";
  return days.map((day) => day.charAt(0).toUpperCase() + day.slice(1, 3)).join(", ");
}
