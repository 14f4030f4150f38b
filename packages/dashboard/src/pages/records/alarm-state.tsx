import { AlarmClock } from "lucide-react";
import type { CallAnswer } from "../../api/route-types.ts";
import { useNameOf } from "../../app/people.tsx";
import { exactTime, minuteText, parseTime, shortTime } from "../../format/time.ts";
import { isSameDay } from "../../format/time-zone.ts";
import { Badge, Status } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { clearingText } from "./clearing-text.ts";

export type Alarm = CallAnswer<"listAlarms">["items"][number];

/** Says until when an alarm is quiet. Shows nothing if it is not snoozed. */
export function SnoozedBadge({ until }: { readonly until: string | null }) {
  if (until === null) return null;
  const ms = parseTime(until);
  return (
    <Badge title={exactTime(ms)}>
      <AlarmClock size={12} aria-hidden />
      Snoozed until {isSameDay(ms, Date.now()) ? minuteText(ms) : shortTime(ms)}
    </Badge>
  );
}

/** The state of an alarm, and who changed it when. */
export function AlarmState({ alarm }: { readonly alarm: Alarm }) {
  const nameOf = useNameOf();
  if (alarm.state === "active") return <Status tone="bad">Active</Status>;
  const [word, at, by] =
    alarm.state === "acknowledged"
      ? ["Acknowledged", alarm.acknowledged_at, alarm.acknowledged_by]
      : ["Cleared", alarm.cleared_at, alarm.cleared_by];
  return (
    <span title={by === null ? clearingText(alarm.cause, alarm.clear_reason) : `By ${nameOf(by)}`}>
      <Status tone={alarm.state === "cleared" ? "neutral" : "warn"}>{word}</Status>
      <span className="block text-muted max-md:ml-1.5 max-md:inline">
        <RelativeTime at={at} fallback="" />
      </span>
    </span>
  );
}
