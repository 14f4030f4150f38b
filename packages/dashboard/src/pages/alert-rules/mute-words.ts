import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import { weeklyText } from "@weir/rule-engine/alerts/weekly-text";
import { exactTime, parseTime } from "../../format/time.ts";
import type { AlertRule } from "./condition-words.ts";

type Mute = AlertRule["mute"];

export function isMutedUntil({ until }: Mute, nowMs: number): boolean {
  return until !== null && parseTime(until) > nowMs;
}

/** When a rule is muted, in words that follow "Muted". */
export function mutedText(mute: Mute, nowMs: number): string {
  const parts = [
    ...(isMutedUntil(mute, nowMs) ? [`until ${exactTime(parseTime(mute.until!))}`] : []),
    ...(mute.weekly === null ? [] : [weeklyText(mute.weekly as WeeklyMute)]),
  ];
  return parts.length === 0 ? "no" : parts.join("; ");
}
