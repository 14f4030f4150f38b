import type { Severity } from "@weir/protocol/closed-sets";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import { type AlertEvaluator, alertEvaluator } from "@weir/rule-engine/alerts/alert-evaluator";
import { type AlertMute, mutedBy } from "@weir/rule-engine/alerts/alert-mute";
import { compileTemplate, type Fill } from "@weir/rule-engine/template";
import type { NodeKey } from "../../store/counts/node-key.ts";

/** A rule of control data. It was checked when it was saved. */
export interface AlertRule {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly savedUs: number;
  readonly name: string;
  readonly severity: Severity;
  readonly text: string;
  readonly condition: AlertCondition;
  readonly mute: AlertMute;
  /** The rule applies to this sensor; or else to the sensors of the group or template, of the type, or of both. */
  readonly sensorId: number | null;
  readonly groupId: number | null;
  readonly templateId: number | null;
  readonly sensorType: string | null;
}

/** An alert rule, ready to judge the readings of any sensor. */
export interface ArmedRule extends Pick<AlertRule, "id" | "version" | "name" | "severity" | "condition"> {
  readonly fill: Fill;
  readonly evaluator: AlertEvaluator;
  readonly isMuted: (atUs: number) => boolean;
  /** Readings that arrive later than this after their time are judged by their arrival. */
  readonly byArrivalAfterUs: number;
  /** When this version was saved. Silence before does not count. */
  readonly savedUs: number;
  /** Where the state of a sensor is kept. */
  readonly stateKey: NodeKey;
}

/** The rules of a sensor; at least one. */
export type SensorAlerts = readonly ArmedRule[];

export function armRule({ id, version, savedUs, mute, ...rule }: AlertRule): ArmedRule {
  const { name, severity, condition } = rule;
  const isMuted = mutedBy(mute);
  return {
    id,
    version,
    name,
    severity,
    condition,
    isMuted,
    savedUs,
    byArrivalAfterUs: Number.POSITIVE_INFINITY,
    fill: compileTemplate(rule.text),
    evaluator: alertEvaluator({ condition, version, isMuted }),
    stateKey: stateKeyOf(id),
  };
}

/**
 * The states of rules lie among those of nodes, so that batches, housekeeping and migrations treat them alike. Chains
 * have positive ids, so a negative one can only be a rule's.
 */
export function stateKeyOf(ruleId: number): NodeKey {
  return { chainId: -ruleId, nodeId: "alert rule" };
}
