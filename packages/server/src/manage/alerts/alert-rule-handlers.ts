import { type alertRuleRoutes, tryReadingsMax } from "@weir/protocol/manage/alert-rule-routes";
import { alertRuleVersions } from "../../control/alerts/alert-rule-versions.ts";
import { type AlertRule, alertRulesOf } from "../../control/alerts/alert-rules.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { loadSensorSources } from "../../control/sensors/sensor-sources.ts";
import { formatMicros } from "../../platform/instant.ts";
import { badField } from "../../web/bad-field.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { notATime } from "../../web/reading-range.ts";
import type { AccountContext } from "../api-context.ts";
import { readingsSince } from "../chains/trial/chain-trial-readings.ts";
import { accountOwner } from "../chains/work/chain-work.ts";
import type { HandlersOf, Outcome } from "../handler.ts";
import { type Result, refuse, refuseField, succeed } from "../manage-error.ts";
import { notifyingRules, whoIsNotified } from "../notifications/notifying-rules.ts";
import {
  createAlertRule,
  editAlertRule,
  getAlertRule,
  muteRule,
  removeAlertRule,
  versionOfAlertRule,
} from "./alert-rules.ts";
import { problemOfCondition } from "./check-alert-rule.ts";
import type { TriedAlertRule } from "./try-alert-rule.ts";

export const alertRuleHandlers: HandlersOf<typeof alertRuleRoutes> = {
  async listAlertRules(context) {
    const rules = await alertRulesOf(context.control.db, context.account.id);
    const notifying = await notifyingRules(context);
    const items = rules.map((rule) => ({ ...toJson(rule), ...whoIsNotified(rule, notifying, context) }));
    return succeed({ items, next: null });
  },

  async createAlertRule(context, { body }) {
    return shown(context, await createAlertRule(context.control, context.account.id, body));
  },

  async showAlertRule(context, { params }) {
    const { account, control } = context;
    const subject = { accountId: account.id, uuid: params.rule };
    return shown(context, await getAlertRule(control.db, subject));
  },

  async updateAlertRule(context, { params, body }) {
    const { account, control, request } = context;
    const subject = { accountId: account.id, uuid: params.rule };
    return shown(context, await editAlertRule(control, subject, body, expectedVersion(request)));
  },

  async deleteAlertRule({ account, control, request }, { params }) {
    const subject = { accountId: account.id, uuid: params.rule };
    return removeAlertRule(control, subject, expectedVersion(request));
  },

  async muteAlertRule(context, { params, body }) {
    const { account, control, request } = context;
    const untilUs = body.until === null ? null : parseTimeUs(body.until);
    if (body.until !== null && untilUs === null) return badField("until", notATime);
    const subject = { accountId: account.id, uuid: params.rule };
    const mute = { untilUs, weekly: body.weekly };
    return shown(context, await muteRule(control, subject, mute, expectedVersion(request)));
  },

  async tryAlertRule(context, { body }) {
    const { account, control, readings, clock } = context;
    const problem = problemOfCondition(body.condition);
    if (problem !== null) return refuseField(problem.field, problem.message);
    const sensor = await findOwnedSensor(control.db, account.id, body.sensor.toLowerCase());
    const sensors = sensor === undefined ? [] : await loadSensorSources(control, sensor.deviceId);
    const found = sensors.find(({ source }) => source.sensorId === sensor?.id);
    if (found === undefined) return refuse("unknown_sensor", "The account has no such sensor.");
    // Readings that were sent a moment ago count too.
    await context.flush();
    const untilUs = clock.nowMs() * 1000;
    const pages = readingsSince(readings, found.source, Math.round(untilUs - body.hours * 3600e6));
    const order = { condition: body.condition, untilUs, readingsMax: tryReadingsMax };
    const tried = await control.chainWork.tryAlertRule(accountOwner(account.id), order, pages);
    return tried.ok ? succeed(trialToJson(tried.value)) : tried;
  },

  async listAlertRuleVersions({ account, control }, { params }) {
    const rule = await getAlertRule(control.db, { accountId: account.id, uuid: params.rule });
    if (!rule.ok) return rule;
    const versions = await alertRuleVersions(control.db, rule.value.id);
    const items = versions.map(({ version, definition, savedAt }) => ({
      ...definition,
      version,
      saved_at: formatMicros(savedAt),
    }));
    return succeed({ items, next: null });
  },
};

async function shown(
  context: AccountContext,
  found: Result<AlertRule>,
): Promise<Outcome<(typeof alertRuleRoutes)["showAlertRule"]>> {
  if (!found.ok) return found;
  const rule = found.value;
  const value = { ...toJson(rule), ...whoIsNotified(rule, await notifyingRules(context), context) };
  return { ok: true, value, etag: versionOfAlertRule(rule) };
}

function toJson({ uuid, version, name, severity, text, target, condition, ...rule }: AlertRule) {
  const { untilUs, weekly } = rule.mute;
  return {
    uuid,
    version,
    name,
    severity,
    text,
    target,
    condition,
    sensor: rule.sensor,
    mute: {
      until: untilUs === null ? null : formatMicros(untilUs),
      weekly: weekly === null ? null : { ...weekly, days: [...weekly.days] },
    },
    created_at: formatMicros(rule.createdAt),
    updated_at: formatMicros(rule.updatedAt),
  };
}

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
