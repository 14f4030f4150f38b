import { type Weekday, weekdays } from "@weir/protocol/closed-sets";
import { weeklySpan } from "../weekly-span.ts";

/** When a rule raises no alarms: before a time, and during a span of the week. */
export interface AlertMute {
  readonly untilUs: number | null;
  readonly weekly: WeeklyMute | null;
}

export interface WeeklyMute {
  /** The days on which the span starts. */
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

/** Returns a function that tells whether a rule is muted at a time. The mute was checked when it was saved. */
export function mutedBy({ untilUs, weekly }: AlertMute): (atUs: number) => boolean {
  const untilAt = untilUs ?? Number.NEGATIVE_INFINITY;
  if (weekly === null) return (atUs) => atUs < untilAt;
  const { from, to, time_zone: timeZone } = weekly;
  const isInSpan = weeklySpan({ from, to, timeZone, days: weekdays.map((day) => weekly.days.includes(day)) });
  return (atUs) => atUs < untilAt || isInSpan(atUs);
}
