import type { AlertRuleDefinition } from "../../control/alerts/alert-rule-versions.ts";
import type { RuleScope } from "../../control/alerts/alert-rules.ts";
import type { ControlTransaction } from "../../control/control.ts";
import { groupByName } from "../../control/devices/device-groups.ts";
import { knownSensorTypes } from "../../control/sensors/known-sensor-types.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findTemplate } from "../../control/templates/templates.ts";
import { unknownName } from "../../platform/unknown-name.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";

/** Finds what the target of a rule names in the account. */
export async function scopeOfTarget(
  tx: ControlTransaction,
  accountId: number,
  target: AlertRuleDefinition["target"],
): Promise<Result<RuleScope>> {
  const none = { sensorId: null, groupId: null, templateId: null, sensorType: null };
  switch (target.kind) {
    case "sensor": {
      const sensor = await findOwnedSensor(tx, accountId, target.sensor.toLowerCase());
      return sensor === undefined
        ? refuse("unknown_sensor", "This account has no such sensor.")
        : succeed({ ...none, sensorId: sensor.id });
    }
    case "type":
      return succeed({ ...none, sensorType: target.type });
    case "group": {
      const group = await groupByName(tx, accountId, target.group);
      if (group === undefined) return refuse("unknown_group", "This account has no such group.");
      return succeed({ ...none, groupId: group.id, sensorType: target.type });
    }
    case "template": {
      const template = await findTemplate(tx, accountId, { name: target.template });
      if (template === null) return refuse("unknown_template", "This account has no such template.");
      return succeed({ ...none, templateId: template.id, sensorType: target.type });
    }
  }
}

/** A misspelt type would apply to no sensor, and the rule would never tell anybody. */
export async function refuseType(
  tx: ControlTransaction,
  accountId: number,
  { sensorType: type }: RuleScope,
): Promise<Refusal | null> {
  if (type === null) return null;
  const known = await knownSensorTypes(tx, accountId);
  if (known.includes(type)) return null;
  return refuse("unknown_sensor_type", unknownName("sensor type", type, known));
}
