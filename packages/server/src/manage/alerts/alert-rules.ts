import { randomUUID } from "node:crypto";
import { alertRulesPerAccountMax, alertRuleVersionsMax } from "@weir/protocol/manage/alert-rule-forms";
import type { AlertMute } from "@weir/rule-engine/alerts/alert-mute";
import { type AlertRuleVersion, insertAlertRuleVersion } from "../../control/alerts/alert-rule-versions.ts";
import {
  type AlertRule,
  type AlertRuleDefinition,
  countAlertRules,
  deleteAlertRule,
  findAlertRule,
  insertAlertRule,
  muteAlertRule,
  type RuleScope,
  updateAlertRule,
} from "../../control/alerts/alert-rules.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlData, ControlTransaction } from "../../control/control.ts";
import { groupByName } from "../../control/devices/device-groups.ts";
import { knownSensorTypes } from "../../control/sensors/known-sensor-types.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findTemplate } from "../../control/templates/templates.ts";
import { formatMicros } from "../../platform/instant.ts";
import { unknownName } from "../../platform/unknown-name.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, refuseField, succeed } from "../manage-error.ts";
import { refuseChanged } from "../owner-rules.ts";
import { problemOfRule, problemOfWeekly } from "./check-alert-rule.ts";

type Patch = { readonly [Field in keyof AlertRuleDefinition]?: AlertRuleDefinition[Field] | undefined };

/** A rule of an account, by its UUID. */
interface RuleSubject {
  readonly accountId: number;
  readonly uuid: string;
}

export async function createAlertRule(
  control: Control,
  accountId: number,
  definition: AlertRuleDefinition,
): Promise<Result<AlertRule>> {
  return commitChange(control, async (tx) => {
    if ((await countAlertRules(tx, accountId)) >= alertRulesPerAccountMax) {
      const message = `An account can have at most ${alertRulesPerAccountMax} alert rules.`;
      return refuse("too_many_alert_rules", message);
    }
    const checked = await checkRule(tx, accountId, definition, null);
    if (!checked.ok) return checked;
    const scope = checked.value;
    const refused = await refuseType(tx, accountId, scope);
    if (refused !== null) return refused;
    const [uuid, atUs, version] = [randomUUID(), control.nowUs(), 1];
    const id = await insertAlertRule(tx, { ...scope, accountId, uuid, definition, version, atUs });
    await keepVersion(tx, id, { definition, version, savedAt: atUs });
    const after = (await findAlertRule(tx, accountId, { uuid }))!;
    return succeed({
      value: after,
      audit: [{ ...actionOn(accountId, "alert-rule.create", uuid), after: definitionOf(after) }],
      changes: [{ kind: "alert rules", accountId }],
    });
  });
}

export async function editAlertRule(
  control: Control,
  subject: RuleSubject,
  patch: Patch,
  expected: ExpectedVersion,
): Promise<Result<AlertRule>> {
  return changeRule(control, subject, { expected, action: "alert-rule.update" }, async (tx, before) => {
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const definition: AlertRuleDefinition = { ...definitionOf(before), ...Object.fromEntries(given) };
    const checked = await checkRule(tx, subject.accountId, definition, subject.uuid);
    if (!checked.ok) return checked;
    const scope = checked.value;
    // The type of a rule may have gone since; that must not keep people from changing the rest.
    const refused = patch.target === undefined ? null : await refuseType(tx, subject.accountId, scope);
    if (refused !== null) return refused;
    const [version, atUs] = [before.version + 1, control.nowUs()];
    await updateAlertRule(tx, before.id, { ...scope, definition, version, atUs });
    await keepVersion(tx, before.id, { definition, version, savedAt: atUs });
    return null;
  });
}

export async function muteRule(
  control: Control,
  subject: RuleSubject,
  mute: AlertMute,
  expected: ExpectedVersion,
): Promise<Result<AlertRule>> {
  return changeRule(control, subject, { expected, action: "alert-rule.mute" }, async (tx, before) => {
    const problem = mute.weekly === null ? null : problemOfWeekly(mute.weekly);
    if (problem !== null) return refuseField(problem.field, problem.message);
    await muteAlertRule(tx, before.id, mute);
    return null;
  });
}

export async function removeAlertRule(
  control: Control,
  { accountId, uuid }: RuleSubject,
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await expectedRule(tx, { accountId, uuid }, expected);
    if (!found.ok) return found;
    const before = found.value;
    await deleteAlertRule(tx, before.id);
    return succeed({
      value: null,
      audit: [{ ...actionOn(accountId, "alert-rule.delete", uuid), before: definitionOf(before) }],
      changes: [{ kind: "alert rules", accountId }],
    });
  });
}

export function versionOfAlertRule(rule: AlertRule): string {
  return versionOf([definitionOf(rule), rule.mute]);
}

/** Finds a rule of the account by its UUID. */
export async function getAlertRule(
  db: ControlData,
  { accountId, uuid }: RuleSubject,
): Promise<Result<AlertRule>> {
  const rule = await findAlertRule(db, accountId, { uuid });
  return rule === null ? refuse("unknown_alert_rule", "This alert rule does not exist.") : succeed(rule);
}

async function expectedRule(
  tx: ControlTransaction,
  subject: RuleSubject,
  expected: ExpectedVersion,
): Promise<Result<AlertRule>> {
  const found = await getAlertRule(tx, subject);
  if (!found.ok || isExpected(expected, versionOfAlertRule(found.value))) return found;
  return refuseChanged("alert rule");
}

/** Makes a change of an existing rule, which may be refused. */
async function changeRule(
  control: Control,
  { accountId, uuid }: RuleSubject,
  { expected, action }: { readonly expected: ExpectedVersion; readonly action: string },
  make: (tx: ControlTransaction, before: AlertRule) => Promise<Refusal | null>,
): Promise<Result<AlertRule>> {
  return commitChange(control, async (tx) => {
    const found = await expectedRule(tx, { accountId, uuid }, expected);
    if (!found.ok) return found;
    const before = found.value;
    const refused = await make(tx, before);
    if (refused !== null) return refused;
    const after = (await findAlertRule(tx, accountId, { uuid }))!;
    return succeed({
      value: after,
      audit: [{ ...actionOn(accountId, action, uuid), before: describe(before), after: describe(after) }],
      changes: [{ kind: "alert rules", accountId }],
    });
  });
}

/** Returns the sensors of the rule, or why it is refused. */
async function checkRule(
  tx: ControlTransaction,
  accountId: number,
  definition: AlertRuleDefinition,
  ownUuid: string | null,
): Promise<Result<RuleScope>> {
  const problem = problemOfRule(definition);
  if (problem !== null) return refuseField(problem.field, problem.message);
  const namesake = await findAlertRule(tx, accountId, { name: definition.name });
  if (namesake !== null && namesake.uuid !== ownUuid)
    return refuse("alert_rule_name_taken", "The account already has an alert rule with this name.");
  const { target } = definition;
  const none = { sensorId: null, groupId: null, templateId: null, sensorType: null };
  switch (target.kind) {
    case "sensor": {
      const sensor = await findOwnedSensor(tx, accountId, target.sensor.toLowerCase());
      return sensor === undefined
        ? refuse("unknown_sensor", "The account has no such sensor.")
        : succeed({ ...none, sensorId: sensor.id });
    }
    case "type":
      return succeed({ ...none, sensorType: target.type });
    case "group": {
      const group = await groupByName(tx, accountId, target.group);
      if (group === undefined) return refuse("unknown_group", "The account has no such group.");
      return succeed({ ...none, groupId: group.id, sensorType: target.type });
    }
    case "template": {
      const template = await findTemplate(tx, accountId, { name: target.template });
      if (template === null) return refuse("unknown_template", "The account has no such template.");
      return succeed({ ...none, templateId: template.id, sensorType: target.type });
    }
  }
}

/** A misspelt type would apply to no sensor, and the rule would never tell anybody. */
async function refuseType(
  tx: ControlTransaction,
  accountId: number,
  { sensorType: type }: RuleScope,
): Promise<Refusal | null> {
  if (type === null) return null;
  const known = await knownSensorTypes(tx, accountId);
  if (known.includes(type)) return null;
  return refuse("unknown_sensor_type", unknownName("sensor type", type, known));
}

function keepVersion(tx: ControlTransaction, id: number, version: AlertRuleVersion): Promise<void> {
  return insertAlertRuleVersion(tx, id, version, alertRuleVersionsMax);
}

function definitionOf({ name, severity, text, target, condition }: AlertRule): AlertRuleDefinition {
  return { name, severity, text, target, condition };
}

/** A rule in the audit log. */
function describe(rule: AlertRule) {
  const { untilUs, weekly } = rule.mute;
  const until = untilUs === null ? null : formatMicros(untilUs);
  return { ...definitionOf(rule), mute: { until, weekly } };
}

function actionOn(accountId: number, action: string, uuid: string): AuditedAction {
  return { accountId, action, subjectKind: "alert rule", subject: uuid };
}
