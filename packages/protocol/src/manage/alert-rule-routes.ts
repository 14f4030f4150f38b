import { z } from "zod";
import { accountParams } from "./account-params.ts";
import {
  alertCondition,
  alertMute,
  alertRule,
  alertRuleFields,
  alertRulesPerAccountMax,
} from "./alert-rule-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

/** Readings that one trial judges. */
export const tryReadingsMax = 1_000_000;
const tryHoursMax = 10 * 366 * 24;

const path = "/accounts/{account}/alert-rules";
const ruleParams = accountParams.extend({ rule: z.string().max(100).describe("UUID of the alert rule.") });

const ruleVersion = alertRuleFields
  .extend({ version: z.number().int(), saved_at: time })
  .meta({ id: "AlertRuleVersion" });

export const alertRuleRoutes = defineRoutes("Alert rules", {
  listAlertRules: {
    method: "GET",
    path,
    summary: "List alert rules",
    description: `Rules that raise alarms without a chain, by name. An account can have at most ${alertRulesPerAccountMax}.`,
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    answer: z.object({ items: z.array(alertRule), next: z.null() }),
  },
  createAlertRule: {
    method: "POST",
    path,
    summary: "Create an alert rule",
    description:
      "The rule judges readings that are saved from now on. It raises one alarm per sensor when its condition is met, and clears it once.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: accountParams,
    body: alertRuleFields.meta({ id: "NewAlertRule" }),
    status: 201,
    answer: alertRule,
    versioned: true,
  },
  showAlertRule: {
    method: "GET",
    path: `${path}/{rule}`,
    summary: "Show an alert rule",
    access: "viewer",
    scope: "chains:read",
    params: ruleParams,
    answer: alertRule,
    versioned: true,
  },
  updateAlertRule: {
    method: "PATCH",
    path: `${path}/{rule}`,
    summary: "Change an alert rule",
    description:
      "Fields that are left out do not change. Saves a new version. Runs of readings start again, and active alarms stay until the new condition clears them. Alarms of sensors that the rule no longer applies to are cleared.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: ruleParams,
    body: alertRuleFields.partial().meta({ id: "AlertRulePatch" }),
    answer: alertRule,
    versioned: true,
  },
  deleteAlertRule: {
    method: "DELETE",
    path: `${path}/{rule}`,
    summary: "Delete an alert rule",
    description: "Its active alarms are cleared.",
    access: "editor",
    scope: "chains:write",
    params: ruleParams,
    answer: null,
    versioned: true,
  },
  muteAlertRule: {
    method: "PUT",
    path: `${path}/{rule}/mute`,
    summary: "Mute an alert rule",
    description:
      "A muted rule raises no alarms. Active alarms stay and are cleared as usual. If the condition still holds when the mute ends, the next reading raises the alarm.",
    access: "editor",
    scope: "chains:write",
    params: ruleParams,
    body: alertMute,
    answer: alertRule,
    versioned: true,
  },
  tryAlertRule: {
    method: "POST",
    path: `${path}/try`,
    summary: "Try a condition on stored readings",
    description: `Judges the readings of a sensor of the last hours, the oldest first, and tells when an alarm would have been raised and cleared. Nothing is saved. At most ${tryReadingsMax} readings are judged. The state starts empty. A silence is a gap between the times of readings. API keys need \`readings:read\` too.`,
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: accountParams,
    body: z.strictObject({
      sensor: z.uuid(),
      hours: z.number().gt(0).max(tryHoursMax),
      condition: alertCondition,
    }),
    answer: z.object({
      readings: z.number().int(),
      is_complete: z.boolean().describe("False if there were more readings than could be judged."),
      until: time.nullable().describe("Time of the last reading that was judged."),
      raised: z.number().int().describe("How many alarms would have been raised."),
      is_active: z.boolean().describe("Whether the last of them would still be active."),
      changes: z
        .array(z.object({ change: z.enum(["raised", "cleared"]), at: time, value: z.number() }))
        .describe("The first 1,000 of them."),
    }),
  },
  listAlertRuleVersions: {
    method: "GET",
    path: `${path}/{rule}/versions`,
    summary: "List the versions of an alert rule, the newest first",
    access: "viewer",
    scope: "chains:read",
    params: ruleParams,
    answer: z.object({ items: z.array(ruleVersion), next: z.null() }),
  },
});
