import type { Severity } from "@weir/protocol/closed-sets";
import { type AlertRule, conditionOfRule } from "../alert-rules/condition-words.ts";

/** A value beyond which an alert rule raises an alarm, drawn across the chart. */
export interface LimitLine {
  readonly key: string;
  /** The unit of the axis that it belongs to. */
  readonly unit: string;
  readonly value: number;
  /** The name of the rule. */
  readonly name: string;
  readonly side: "above" | "below";
  readonly severity: Severity;
  /** Whether nobody gets a message about alarms of the rule. */
  readonly notifiesNobody: boolean;
}

interface Watched {
  readonly uuid: string;
  readonly type: string | null;
  /** The name of its device's group. */
  readonly group: string | null;
  /** The name of the template that its device follows. */
  readonly template: string | null;
  readonly unit: string;
}

/** The limits of the rules that apply to these sensors. Sensors that share a rule and a unit share its lines. */
export function limitLinesOf(rules: readonly AlertRule[], sensors: readonly Watched[]): readonly LimitLine[] {
  const lines = sensors.flatMap((sensor) =>
    rules.filter((rule) => appliesTo(rule, sensor)).flatMap((rule) => limitsOfRule(rule, sensor.unit)),
  );
  return [...new Map(lines.map((line) => [line.key, line])).values()];
}

function appliesTo({ target }: AlertRule, { uuid, type, group, template }: Watched): boolean {
  const isOfType = (wanted: string | null | undefined) => wanted == null || wanted === type;
  switch (target.kind) {
    case "sensor":
      return target.sensor === uuid;
    case "type":
      return target.type === type;
    case "group":
      return target.group === group && isOfType(target.type);
    case "template":
      return target.template === template && isOfType(target.type);
  }
}

/** The limits of one rule, for a sensor with this unit. */
export function limitsOfRule(
  rule: Pick<AlertRule, "uuid" | "name" | "severity" | "condition" | "tells_nobody">,
  unit: string,
): LimitLine[] {
  const condition = conditionOfRule(rule);
  const line = (side: LimitLine["side"], value: number): LimitLine => ({
    key: `${rule.uuid} ${side} ${unit}`,
    unit,
    value,
    side,
    name: rule.name,
    severity: rule.severity,
    notifiesNobody: rule.tells_nobody,
  });
  if (condition.kind === "above" || condition.kind === "below")
    return [line(condition.kind, condition.limit)];
  if (condition.kind === "outside") return [line("below", condition.min), line("above", condition.max)];
  return [];
}
