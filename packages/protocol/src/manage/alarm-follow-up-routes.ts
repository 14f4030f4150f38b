import { z } from "zod";
import { alarmActs, alarmStates, severities } from "../closed-sets.ts";
import {
  actsPerAlarmMax,
  alarm,
  clearReason,
  commentMaxLength,
  snoozeDaysMax,
  snoozedPerAccountMax,
} from "./alarm-forms.ts";
import { ofReadings } from "./of-readings.ts";
import { recordId, recordParams } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/alarms/{id}";

const historyEntry = z
  .object({
    kind: z.enum(["raised", "severity_rose", "cleared", ...alarmActs]),
    at: time,
    by: z.string().nullable().describe("Who did it; null if a chain, an alert rule or the server did."),
    text: z.string().nullable().describe("The comment, or the member to whom the alarm was assigned."),
    severity: z.enum(severities).nullable().describe("What the severity rose to."),
    reason: clearReason,
    until: time.nullable().describe("The end of a snooze."),
    value: ofReadings(z.number().describe("The value that raised the alarm.")),
    comment: z.number().int().nullable().describe("The id of a comment."),
    is_own: z.boolean().describe("Whether it is a comment of the caller, who can delete it."),
  })
  .meta({ id: "AlarmHistoryEntry" });

const recurrence = z
  .object({
    id: z.number().int(),
    state: z.enum(alarmStates),
    severity: z.enum(severities),
    raised_at: time,
    cleared_at: time.nullable(),
  })
  .meta({ id: "AlarmRecurrence" });

const writing = { access: "editor", scope: "operations:write" } as const;

/** What people do about an alarm: they comment on it, assign it to a member, and snooze it. */
export const alarmFollowUpRoutes = defineRoutes("Alarms", {
  showAlarmHistory: {
    method: "GET",
    path: `${path}/history`,
    summary: "Show the history of an alarm",
    description:
      "What happened to the alarm and who did what, the oldest first; and the newest other alarms of the same origin: of the same sensor, name and alert rule.",
    access: "viewer",
    scope: "operations:read",
    params: recordParams,
    answer: z.object({
      items: z.array(historyEntry),
      recurrences: z.array(recurrence).describe("At most 20, the newest first."),
    }),
  },
  commentOnAlarm: {
    method: "POST",
    path: `${path}/comments`,
    summary: "Comment on an alarm",
    description: `Every member can read the comment. An alarm can have at most ${actsPerAlarmMax} comments and other acts of people.`,
    ...writing,
    params: recordParams,
    body: z.strictObject({ text: z.string().min(1).max(commentMaxLength) }),
    status: 201,
    answer: historyEntry,
  },
  deleteAlarmComment: {
    method: "DELETE",
    path: `${path}/comments/{comment}`,
    summary: "Delete a comment",
    description: "Only its author can delete a comment.",
    ...writing,
    params: recordParams.extend({ comment: z.coerce.number().pipe(recordId) }),
    answer: null,
  },
  assignAlarm: {
    method: "PUT",
    path: `${path}/assignee`,
    summary: "Assign an alarm to a member",
    ...writing,
    params: recordParams,
    body: z.strictObject({
      assignee: z.string().max(320).nullable().describe("The email address of a member; null for nobody."),
    }),
    answer: alarm,
  },
  snoozeAlarm: {
    method: "PUT",
    path: `${path}/snooze`,
    summary: "Snooze an alarm",
    description: `A snoozed alarm stays active, but it is not among those that need attention. The snooze ends at the given time, when the alarm is cleared, and when its severity rises. At most ${snoozedPerAccountMax} alarms of an account can be snoozed at a time.`,
    ...writing,
    params: recordParams,
    body: z.strictObject({
      until: time.nullable().describe(`A time within ${snoozeDaysMax} days from now; null ends the snooze.`),
    }),
    answer: alarm,
  },
});
