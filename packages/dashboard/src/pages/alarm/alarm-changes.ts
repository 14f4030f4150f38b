import { useChange } from "../../api/change.ts";
import { shortTime } from "../../format/time.ts";
import { changedWithAlarms } from "../records/use-acknowledge.ts";

const refreshes = [...changedWithAlarms, "listAudit"] as const;

/** Snoozes alarms, or ends that. */
export function useSnooze() {
  return useChange("snoozeAlarm", {
    refreshes,
    said: ({ snoozed_until: until }) =>
      until === null ? "The alarm is no longer snoozed." : `Snoozed until ${shortTime(Date.parse(until))}.`,
  });
}

export function useAssign() {
  return useChange("assignAlarm", {
    refreshes,
    said: ({ assignee }) => (assignee === null ? "Assignee removed." : `Assigned to ${assignee.name}.`),
  });
}
