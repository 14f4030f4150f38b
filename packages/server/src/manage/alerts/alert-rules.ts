import { randomUUID } from "node:crypto";
import { alertRulesPerAccountMax, alertRuleVersionsMax } from "@weir/protocol/manage/alert-rule-forms";
import type { AlertMute } from "@weir/rule-engine/alerts/alert-mute";
import { insertAlertRuleVersion } from "../../control/alerts/alert-rule-versions.ts";
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
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { groupByName } from "../../control/devices/device-groups.ts";
import { knownSensorTypes } from "../../control/sensors/known-sensor-types.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findTemplate } from "../../control/templates/templates.ts";
import { formatMicros } from "../../platform/instant.ts";
import { unknownName } from "../../platform/unknown-name.ts";
import { commitChange } from "../commit-change.ts";
import {
  changedMeanwhile,
  type Edit,
  type ExpectedVersion,
  isExpected,
  type Removal,
  versionOf,
} from "../devices/devices-edit.ts";
import { type Result, succeed } from "../manage-error.ts";
import { type FieldProblem, problemOfRule, problemOfWeekly } from "./check-alert-rule.ts";

/** Why a rule was not saved. */
export type AlertRuleRefusal =
  | {
      readonly kind:
        | "unknown"
        | "name taken"
        | "too many"
        | "unknown sensor"
        | "unknown group"
        | "unknown template";
    }
  | { readonly kind: "unknown type"; readonly message: string }
  | { readonly kind: "invalid"; readonly problem: FieldProblem };

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
): Promise<Result<AlertRule | AlertRuleRefusal>> {
  return commitChange<AlertRule | AlertRuleRefusal>(control, async (tx) => {
    if ((await countAlertRules(tx, accountId)) >= alertRulesPerAccountMax)
      return decline({ kind: "too many" });
    const scope = await checkRule(tx, accountId, definition, null);
    if ("kind" in scope) return decline(scope);
    const refused = await refuseType(tx, accountId, scope);
    if (refused !== null) return decline(refused);
    const [uuid, atUs, version] = [randomUUID(), control.nowUs(), 1];
    const id = await insertAlertRule(tx, { ...scope, accountId, uuid, definition, version, atUs });
    await keepVersion(tx, id, definition, version, atUs);
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
): Promise<Result<Edit<AlertRule> | AlertRuleRefusal>> {
  return changeRule(control, subject, expected, "alert-rule.update", async (tx, before) => {
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const definition: AlertRuleDefinition = { ...definitionOf(before), ...Object.fromEntries(given) };
    const scope = await checkRule(tx, subject.accountId, definition, subject.uuid);
    if ("kind" in scope) return scope;
    // The type of a rule may have gone since; that must not keep people from changing the rest.
    const refused = patch.target === undefined ? null : await refuseType(tx, subject.accountId, scope);
    if (refused !== null) return refused;
    const [version, atUs] = [before.version + 1, control.nowUs()];
    await updateAlertRule(tx, before.id, { ...scope, definition, version, atUs });
    await keepVersion(tx, before.id, definition, version, atUs);
    return null;
  });
}

export async function muteRule(
  control: Control,
  subject: RuleSubject,
  mute: AlertMute,
  expected: ExpectedVersion,
): Promise<Result<Edit<AlertRule> | AlertRuleRefusal>> {
  return changeRule(control, subject, expected, "alert-rule.mute", async (tx, before) => {
    const problem = mute.weekly === null ? null : problemOfWeekly(mute.weekly);
    if (problem !== null) return { kind: "invalid", problem };
    await muteAlertRule(tx, before.id, mute);
    return null;
  });
}

export async function removeAlertRule(
  control: Control,
  { accountId, uuid }: RuleSubject,
  expected: ExpectedVersion,
): Promise<Result<Removal<AlertRule> | AlertRuleRefusal>> {
  return commitChange<Removal<AlertRule> | AlertRuleRefusal>(control, async (tx) => {
    const before = await findAlertRule(tx, accountId, { uuid });
    if (before === null) return decline({ kind: "unknown" });
    if (!isExpected(expected, versionOfAlertRule(before))) return changedMeanwhile();
    await deleteAlertRule(tx, before.id);
    return succeed({
      value: { kind: "done", before },
      audit: [{ ...actionOn(accountId, "alert-rule.delete", uuid), before: definitionOf(before) }],
      changes: [{ kind: "alert rules", accountId }],
    });
  });
}

export function versionOfAlertRule(rule: AlertRule): string {
  return versionOf([definitionOf(rule), rule.mute]);
}

/** Makes a change of an existing rule, which may be refused. */
async function changeRule(
  control: Control,
  { accountId, uuid }: RuleSubject,
  expected: ExpectedVersion,
  action: string,
  make: (tx: ControlTransaction, before: AlertRule) => Promise<AlertRuleRefusal | null>,
): Promise<Result<Edit<AlertRule> | AlertRuleRefusal>> {
  return commitChange<Edit<AlertRule> | AlertRuleRefusal>(control, async (tx) => {
    const before = await findAlertRule(tx, accountId, { uuid });
    if (before === null) return decline({ kind: "unknown" });
    if (!isExpected(expected, versionOfAlertRule(before))) return changedMeanwhile();
    const refusal = await make(tx, before);
    if (refusal !== null) return decline(refusal);
    const after = (await findAlertRule(tx, accountId, { uuid }))!;
    return succeed({
      value: { kind: "done", before, after },
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
): Promise<RuleScope | AlertRuleRefusal> {
  const problem = problemOfRule(definition);
  if (problem !== null) return { kind: "invalid", problem };
  const namesake = await findAlertRule(tx, accountId, { name: definition.name });
  if (namesake !== null && namesake.uuid !== ownUuid) return { kind: "name taken" };
  const { target } = definition;
  const none = { sensorId: null, groupId: null, templateId: null, sensorType: null };
  switch (target.kind) {
    case "sensor": {
      const sensor = await findOwnedSensor(tx, accountId, target.sensor.toLowerCase());
      return sensor === undefined ? { kind: "unknown sensor" } : { ...none, sensorId: sensor.id };
    }
    case "type":
      return { ...none, sensorType: target.type };
    case "group": {
      const group = await groupByName(tx, accountId, target.group);
      if (group === undefined) return { kind: "unknown group" };
      return { ...none, groupId: group.id, sensorType: target.type };
    }
    case "template": {
      const template = await findTemplate(tx, accountId, { name: target.template });
      if (template === null) return { kind: "unknown template" };
      return { ...none, templateId: template.id, sensorType: target.type };
    }
  }
}

/** A misspelt type would apply to no sensor, and the rule would never tell anybody. */
async function refuseType(
  tx: ControlTransaction,
  accountId: number,
  { sensorType: type }: RuleScope,
): Promise<AlertRuleRefusal | null> {
  if (type === null) return null;
  const known = await knownSensorTypes(tx, accountId);
  if (known.includes(type)) return null;
  return { kind: "unknown type", message: unknownName("sensor type", type, known) };
}

function keepVersion(
  tx: ControlTransaction,
  id: number,
  definition: AlertRuleDefinition,
  version: number,
  savedAt: number,
): Promise<void> {
  return insertAlertRuleVersion(tx, id, { version, definition, savedAt }, alertRuleVersionsMax);
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

function decline(refusal: AlertRuleRefusal) {
  return succeed({ value: refusal, audit: nothingToAudit("nothing was changed"), changes: [] });
}
