import { type alertRuleRoutes, tryReadingsMax } from "@weir/protocol/manage/alert-rule-routes";
import { alertRuleVersions } from "../../control/alerts/alert-rule-versions.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { loadSensorSources } from "../../control/sensors/sensor-sources.ts";
import { formatMicros } from "../../platform/instant.ts";
import { badField } from "../../web/bad-field.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { notATime } from "../../web/reading-range.ts";
import { readingsSince } from "../chains/trial/chain-trial-readings.ts";
import { accountOwner } from "../chains/work/chain-work.ts";
import type { TriedAlertRule } from "../chains/work/try-alert-rule.ts";
import type { HandlersOf } from "../core/handler.ts";
import { refuse, refuseField, succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { alertRules, muteAlertRule } from "./alert-rules.ts";
import { problemOfCondition } from "./check-alert-rule.ts";

/** What can be done with alert rules besides what can be done with every resource. */
export const alertRuleHandlers: HandlersOf<typeof alertRuleRoutes> = {
  async muteAlertRule(context, { params, body }) {
    const { control, request } = context;
    const untilUs = body.until === null ? null : parseTimeUs(body.until);
    if (body.until !== null && untilUs === null) return badField("until", notATime);
    const change = { mute: { untilUs, weekly: body.weekly }, expected: expectedVersion(request) };
    return alertRules.shown(context, await muteAlertRule(control, editorOf(context), params.rule, change));
  },

  async tryAlertRule(context, { body }) {
    const { account, control, readings, clock } = context;
    const problem = problemOfCondition(body.condition);
    if (problem !== null) return refuseField(problem.field, problem.message);
    const sensor = await findOwnedSensor(control.db, account.id, body.sensor.toLowerCase());
    const sensors = sensor === undefined ? [] : await loadSensorSources(control, [sensor.deviceId]);
    const found = sensors.find(({ source }) => source.sensorId === sensor?.id);
    if (found === undefined) return refuse("unknown_sensor", "This account has no such sensor.");
    // Readings that were sent a moment ago count too.
    await context.flush();
    const untilUs = clock.nowMs() * 1000;
    const pages = readingsSince(readings, found.source, Math.round(untilUs - body.hours * 3600e6));
    const order = { condition: body.condition, untilUs, readingsMax: tryReadingsMax };
    const tried = await control.chainWork.tryAlertRule(accountOwner(account.id), order, pages);
    return tried.ok ? succeed(trialToJson(tried.value)) : tried;
  },

  async listAlertRuleVersions(context, { params }) {
    const { db } = context.control;
    const rule = await alertRules.operations.find(db, editorOf(context), params.rule);
    if (!rule.ok) return rule;
    const versions = await alertRuleVersions(db, rule.value.id);
    const items = versions.map(({ version, definition, savedAt }) => ({
      ...definition,
      version,
      saved_at: formatMicros(savedAt),
    }));
    return succeed({ items, next: null });
  },
};

function trialToJson({ readings, isComplete, untilUs, raised, isActive, changes }: TriedAlertRule) {
  return {
    readings,
    is_complete: isComplete,
    until: untilUs === null ? null : formatMicros(untilUs),
    raised,
    is_active: isActive,
    changes: changes.map(({ change, atUs, value }) => ({ change, at: formatMicros(atUs), value })),
  };
}
