import { z } from "zod";
import { alarmFilters, type Severity, severities, snoozeFilters } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { alarm } from "./alarm-forms.ts";
import { pageOf } from "./paging.ts";
import { recordFilter, recordId, recordPageQuery, recordParams, unknownIds } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";
import { severalDevices } from "./several-devices.ts";

const severity = z.enum(severities);

const changed = z.object({
  changed: z.boolean().describe("False if this was already the case."),
  alarm,
});

/** How many alarms can be changed together: their description has to fit into one audit entry. */
export const alarmsAtOnceMax = 100;

const several = z.strictObject({ ids: z.array(recordId).min(1).max(alarmsAtOnceMax) });
const severalByName = several.extend({
  by: z
    .string()
    .max(200)
    .optional()
    .describe("A name other than the caller's, which only the operator can give."),
});
const severalChanged = z.object({
  changed: z.array(z.number().int()),
  unchanged: z.array(z.number().int()).describe("Alarms that were already in this state."),
  unknown_ids: unknownIds,
  alarms: z.array(alarm).describe("The known ones in their current state, in the order of the request."),
});

const bySeverity = z.object({
  info: z.number().int(),
  warning: z.number().int(),
  critical: z.number().int(),
} satisfies Record<Severity, z.ZodType>);

const alarmCounts = z
  .object({
    active: bySeverity.describe("Not cleared, whether acknowledged or not."),
    unacknowledged: bySeverity.describe("Active alarms that nobody has acknowledged."),
    snoozed: bySeverity.describe("Those of the unacknowledged alarms that are snoozed now."),
    newest_id: z
      .number()
      .int()
      .nullable()
      .describe(
        "The id of the newest alarm, whatever its state; null if there is none. Each new alarm has a higher id.",
      ),
  })
  .describe("Counting stops at 100,000.")
  .meta({ id: "AlarmCounts" });

const deviceAlarms = z
  .object({
    device: z.string().describe("UUID."),
    active: z.number().int(),
    unacknowledged: z.number().int().describe("Active alarms that nobody has acknowledged."),
    severity: severity.describe("The highest severity among the active alarms."),
  })
  .meta({ id: "DeviceAlarms" });

const listPath = "/accounts/{account}/alarms";
const path = `${listPath}/{id}`;

export const alarmRoutes = defineRoutes("Alarms", {
  listAlarms: {
    method: "GET",
    path: listPath,
    summary: "List alarms, the newest first",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    query: recordPageQuery.extend({
      state: z
        .enum(alarmFilters)
        .default("all")
        .describe(
          "`active`: not cleared, whether acknowledged or not. `unacknowledged`: active and not acknowledged.",
        ),
      severity: severity.optional().describe("Only alarms of this severity."),
      assignee: z
        .string()
        .max(320)
        .optional()
        .describe("Only alarms assigned to this member, given by email address; `me` is the caller."),
      snoozed: z
        .enum(snoozeFilters)
        .default("include")
        .describe("Whether the list has alarms that are snoozed now, or only those."),
      from: z.string().max(40).optional().describe("Only alarms that were raised at this time or later."),
      to: z.string().max(40).optional().describe("Only alarms that were raised before this time."),
      ...recordFilter,
    }),
    answer: pageOf(alarm),
  },
  countAlarms: {
    method: "GET",
    path: `${listPath}/counts`,
    summary: "Count active alarms by severity",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    answer: alarmCounts,
  },
  listDeviceAlarms: {
    method: "GET",
    path: `${listPath}/by-device`,
    summary: "Count the active alarms of several devices",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    query: z.object({ devices: severalDevices }),
    answer: z.object({ items: z.array(deviceAlarms).describe("Only devices with active alarms.") }),
  },
  showAlarm: {
    method: "GET",
    path,
    summary: "Show an alarm",
    access: "viewer",
    scope: "operations:read",
    params: recordParams,
    answer: alarm,
  },
  acknowledgeAlarm: {
    method: "POST",
    path: `${path}/acknowledge`,
    summary: "Acknowledge an alarm",
    description: "Records the caller's name. An earlier acknowledgement is kept.",
    access: "editor",
    scope: "operations:write",
    params: recordParams,
    answer: changed,
  },
  acknowledgeAlarms: {
    method: "POST",
    path: `${listPath}/acknowledge`,
    summary: "Acknowledge several alarms",
    description: "Records the caller's name. An earlier acknowledgement is kept.",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: severalByName,
    answer: severalChanged,
  },
  unacknowledgeAlarms: {
    method: "POST",
    path: `${listPath}/unacknowledge`,
    summary: "Remove the acknowledgement of alarms",
    description: "Undoes acknowledging. Cleared alarms stay unchanged.",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: several,
    answer: severalChanged,
  },
  clearAlarm: {
    method: "POST",
    path: `${path}/clear`,
    summary: "Clear alarms manually",
    description:
      "Records the caller's name. If the cause remains, the next reading of a chain raises a new alarm; an alert rule waits until its condition has cleared once.",
    access: "editor",
    scope: "operations:write",
    params: recordParams,
    answer: changed,
  },
  clearAlarms: {
    method: "POST",
    path: `${listPath}/clear`,
    summary: "Clear several alarms manually",
    description:
      "Records the caller's name. If the cause remains, the next reading of a chain raises a new alarm; an alert rule waits until its condition has cleared once.",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: severalByName,
    answer: severalChanged,
  },
});
