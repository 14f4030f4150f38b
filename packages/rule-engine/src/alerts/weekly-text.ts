import { type Weekday, weekdays } from "@weir/protocol/closed-sets";
import type { WeeklyMute } from "./alert-mute.ts";

const workDays = weekdays.slice(0, 5);
const weekend = weekdays.slice(5);

/** A weekly span in words: "Saturday and Sunday, 22:00 to 06:00 the next day (Europe/Berlin)". */
export function weeklyText({ days, from, to, time_zone: zone }: WeeklyMute): string {
  return `${daysText(days)}, ${hoursText(from, to)} (${zone})`;
}

function hoursText(from: string, to: string): string {
  if (from === "00:00" && to === "24:00") return "all day";
  return `${from} to ${to}${to < from ? " the next day" : ""}`;
}

function daysText(days: readonly Weekday[]): string {
  const chosen = weekdays.filter((day) => days.includes(day));
  if (chosen.length === weekdays.length) return "every day";
  const are = (others: readonly Weekday[]) =>
    chosen.length === others.length && others.every((day) => chosen.includes(day));
  if (are(workDays)) return "Monday to Friday";
  if (are(weekend)) return "Saturday and Sunday";
  const names = chosen.map((day) => day.charAt(0).toUpperCase() + day.slice(1));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
