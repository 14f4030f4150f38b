import { z } from "zod";
import { alertRule } from "../resources/alert-rule.ts";
import { accountParams } from "./account-params.ts";
import { alertCondition, alertMute } from "./alert-rule-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

/** Readings that one trial judges. */
export const tryReadingsMax = 1_000_000;
const tryHoursMax = 10 * 366 * 24;

const path = "/accounts/{account}/alert-rules";
const { params: ruleParams, answer: shownRule } = alertRule.routes.showAlertRule;
const { name, severity, text, target, condition } = alertRule.fields;

const ruleVersion = z
  .strictObject({
    name: name.schema,
    severity: severity.schema,
    text: text.schema,
    target: target.schema,
    condition: condition.schema,
    version: z.number().int(),
    saved_at: time,
  })
  .meta({ id: "AlertRuleVersion" });

/** What can be done with alert rules besides what can be done with every resource. */
export const alertRuleRoutes = defineRoutes("Alert rules", {
  muteAlertRule: {
    method: "PUT",
    path: `${path}/{rule}/mute`,
    summary: "Mute an alert rule",
    description:
      "A muted rule raises no alarms. Active alarms stay and are cleared as usual. If the condition still holds when the mute ends, the next reading raises the alarm.",
    access: "editor",
    scope: alertRule.scopes.write,
    params: ruleParams,
    body: alertMute,
    answer: shownRule,
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
    scope: alertRule.scopes.read,
    params: ruleParams,
    answer: z.object({ items: z.array(ruleVersion), next: z.null() }),
  },
});
