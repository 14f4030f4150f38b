import { alertRulesPerAccountMax } from "@weir/protocol/manage/alert-rule-forms";
import { type alertRuleRoutes, tryReadingsMax } from "@weir/protocol/manage/alert-rule-routes";
import { fail } from "@weir/protocol/result";
import { alertRuleVersions } from "../../control/alerts/alert-rule-versions.ts";
import { type AlertRule, alertRulesOf, findAlertRule } from "../../control/alerts/alert-rules.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { loadSensorSources } from "../../control/sensors/sensor-sources.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Declined, ProblemDetails } from "../../web/api-answer.ts";
import type { AccountContext } from "../../web/api-context.ts";
import { changedMeanwhile, expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { badField, notATime } from "../../web/reading-range.ts";
import { readingsSince } from "../chains/trial/chain-trial-readings.ts";
import { accountOwner } from "../chains/work/chain-work.ts";
import type { Edit } from "../devices/devices-edit.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { tellingRules, whoIsTold } from "../notifications/telling-rules.ts";
import { parseTimeUs } from "../readings/readings-time.ts";
import {
  type AlertRuleRefusal,
  createAlertRule,
  editAlertRule,
  muteRule,
  removeAlertRule,
  versionOfAlertRule,
} from "./alert-rules.ts";
import { problemOfCondition } from "./check-alert-rule.ts";
import type { TriedAlertRule } from "./try-alert-rule.ts";

export const alertRuleHandlers: HandlersOf<typeof alertRuleRoutes> = {
  async listAlertRules(context) {
    const rules = await alertRulesOf(context.control.db, context.account.id);
    const telling = await tellingRules(context);
    const items = rules.map((rule) => ({ ...toJson(rule), ...whoIsTold(rule, telling, context) }));
    return succeed({ items, next: null });
  },

  async createAlertRule(context, { body }) {
    const made = await createAlertRule(context.control, context.account.id, body);
    if (!made.ok) return made;
    return "kind" in made.value ? refused(made.value) : shown(context, made.value);
  },

  async showAlertRule(context, { params }) {
    const { account, control } = context;
    const rule = await findAlertRule(control.db, account.id, { uuid: params.rule });
    return rule === null ? refused({ kind: "unknown" }) : shown(context, rule);
  },

  async updateAlertRule(context, { params, body }) {
    const { account, control, request } = context;
    const subject = { accountId: account.id, uuid: params.rule };
    return edited(context, await editAlertRule(control, subject, body, expectedVersion(request)));
  },

  async deleteAlertRule({ account, control, request }, { params }) {
    const subject = { accountId: account.id, uuid: params.rule };
    const removed = await removeAlertRule(control, subject, expectedVersion(request));
    if (!removed.ok) return removed;
    if (removed.value.kind === "changed meanwhile") return changedMeanwhile(removed.value);
    return removed.value.kind === "done" ? succeed(null) : refused(removed.value);
  },

  async muteAlertRule(context, { params, body }) {
    const { account, control, request } = context;
    const untilUs = body.until === null ? null : parseTimeUs(body.until);
    if (body.until !== null && untilUs === null) return badField("until", notATime);
    const subject = { accountId: account.id, uuid: params.rule };
    const mute = { untilUs, weekly: body.weekly };
    return edited(context, await muteRule(control, subject, mute, expectedVersion(request)));
  },

  async tryAlertRule(context, { body }) {
    const { account, control, readings, clock } = context;
    const problem = problemOfCondition(body.condition);
    if (problem !== null) return refused({ kind: "invalid", problem });
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
    const rule = await findAlertRule(control.db, account.id, { uuid: params.rule });
    if (rule === null) return refused({ kind: "unknown" });
    const versions = await alertRuleVersions(control.db, rule.id);
    const items = versions.map(({ version, definition, savedAt }) => ({
      ...{ ...definition, version, saved_at: formatMicros(savedAt) },
    }));
    return succeed({ items, next: null });
  },
};

async function edited(
  context: AccountContext,
  edit: Result<Edit<AlertRule> | AlertRuleRefusal>,
): Promise<Outcome<(typeof alertRuleRoutes)["updateAlertRule"]>> {
  if (!edit.ok) return edit;
  if (edit.value.kind === "changed meanwhile") return changedMeanwhile(edit.value);
  return edit.value.kind === "done" ? shown(context, edit.value.after) : refused(edit.value);
}

async function shown(
  context: AccountContext,
  rule: AlertRule,
): Promise<Outcome<(typeof alertRuleRoutes)["showAlertRule"]>> {
  const value = { ...toJson(rule), ...whoIsTold(rule, await tellingRules(context), context) };
  return { ok: true, value, etag: versionOfAlertRule(rule) };
}

function toJson({ uuid, version, name, severity, text, target, condition, ...rule }: AlertRule) {
  const { untilUs, weekly } = rule.mute;
  return {
    ...{ uuid, version, name, severity, text, target, condition, sensor: rule.sensor },
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
    ...{ readings, is_complete: isComplete, until: untilUs === null ? null : formatMicros(untilUs) },
    ...{ raised, is_active: isActive },
    changes: changes.map(({ change, atUs, value }) => ({ change, at: formatMicros(atUs), value })),
  };
}

const refusals: Record<Exclude<AlertRuleRefusal["kind"], "invalid" | "unknown type">, ProblemDetails> = {
  unknown: { status: 404, code: "unknown_alert_rule", detail: "This alert rule does not exist." },
  "name taken": {
    ...{ status: 409, code: "alert_rule_name_taken" },
    ...onField("name", "The account already has an alert rule with this name."),
  },
  "too many": {
    status: 409,
    code: "too_many_alert_rules",
    detail: `An account can have at most ${alertRulesPerAccountMax} alert rules.`,
  },
  "unknown sensor": {
    ...{ status: 422, code: "unknown_sensor" },
    ...onField("target.sensor", "The account has no such sensor."),
  },
  "unknown group": {
    ...{ status: 422, code: "unknown_group" },
    ...onField("target.group", "The account has no such group."),
  },
  "unknown template": {
    ...{ status: 422, code: "unknown_template" },
    ...onField("target.template", "The account has no such template."),
  },
};

function refused(refusal: AlertRuleRefusal): Declined {
  if (refusal.kind === "unknown type")
    return fail({ status: 422, code: "unknown_sensor_type", ...onField("target.type", refusal.message) });
  if (refusal.kind !== "invalid") return fail(refusals[refusal.kind]);
  const { field, message } = refusal.problem;
  return fail({ status: 422, code: "not_valid", ...onField(field, message) });
}

function onField(field: string, message: string) {
  return { detail: message, errors: [{ field, message }] };
}
