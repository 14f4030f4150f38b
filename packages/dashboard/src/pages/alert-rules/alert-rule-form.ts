import type { Severity } from "@weir/protocol/closed-sets";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import { type AlertRule, conditionOfRule } from "./condition-words.ts";

/** What a person has typed or chosen. Times are in minutes. */
export interface AlertRuleForm {
  readonly name: string;
  readonly severity: Severity;
  readonly text: string;
  readonly target: "type" | "group" | "template" | "sensor";
  readonly type: string;
  readonly group: string;
  readonly template: string;
  readonly device: string;
  readonly sensor: string;
  readonly kind: AlertCondition["kind"];
  readonly limit: string;
  readonly min: string;
  readonly max: string;
  readonly hysteresis: string;
  readonly readings: string;
  readonly minutes: string;
  readonly per: "second" | "minute" | "hour";
  readonly direction: "any" | "rise" | "fall";
  readonly tolerance: string;
}

const blank: AlertRuleForm = {
  name: "",
  severity: "warning",
  text: "{{device.name}}: {{sensor.name}} is {{value}} {{sensor.unit}}",
  target: "sensor",
  type: "",
  group: "",
  template: "",
  device: "",
  sensor: "",
  kind: "above",
  limit: "",
  min: "",
  max: "",
  hysteresis: "0",
  readings: "1",
  minutes: "0",
  per: "minute",
  direction: "any",
  tolerance: "0",
};

export function formOf(rule: AlertRule | null): AlertRuleForm {
  if (rule === null) return blank;
  const { name, severity, text, target } = rule;
  const condition = conditionOfRule(rule);
  return {
    ...blank,
    name,
    severity,
    text,
    target: target.kind,
    kind: condition.kind,
    ...(target.kind === "sensor" ? { sensor: target.sensor, device: rule.sensor?.device.uuid ?? "" } : {}),
    ...(target.kind === "type" ? { type: target.type } : {}),
    ...(target.kind === "group" ? { group: target.group, type: target.type ?? "" } : {}),
    ...(target.kind === "template" ? { template: target.template, type: target.type ?? "" } : {}),
    ...textsOf(condition),
  };
}

function textsOf(condition: AlertCondition): Partial<AlertRuleForm> {
  if (condition.kind === "silent") return { minutes: String(condition.seconds / 60) };
  if (condition.kind === "unchanged")
    return { minutes: String(condition.seconds / 60), tolerance: String(condition.tolerance) };
  const lasting = {
    hysteresis: String(condition.hysteresis),
    readings: String(condition.for_readings),
    minutes: String(condition.for_seconds / 60),
  };
  if (condition.kind === "outside")
    return { ...lasting, min: String(condition.min), max: String(condition.max) };
  if (condition.kind !== "rate") return { ...lasting, limit: String(condition.limit) };
  const { limit, per, direction } = condition;
  return { ...lasting, limit: String(limit), per, direction };
}

/** The rule as the API takes it. */
export function ruleOf(form: AlertRuleForm) {
  const { name, severity, text } = form;
  return { name, severity, text, target: targetOf(form), condition: conditionOf(form) };
}

function targetOf({ target, type, group, template, sensor }: AlertRuleForm): AlertRule["target"] {
  const typeOrAll = type === "" ? null : type;
  switch (target) {
    case "sensor":
      return { kind: "sensor", sensor };
    case "type":
      return { kind: "type", type };
    case "group":
      return { kind: "group", group, type: typeOrAll };
    case "template":
      return { kind: "template", template, type: typeOrAll };
  }
}

export function conditionOf(form: AlertRuleForm): AlertCondition {
  const { kind, per, direction } = form;
  const seconds = Math.round(Number(form.minutes) * 60);
  const limit = Number(form.limit);
  const lasting = {
    hysteresis: Number(form.hysteresis),
    for_readings: Number(form.readings),
    for_seconds: seconds,
  };
  switch (kind) {
    case "silent":
      return { kind, seconds };
    case "unchanged":
      return { kind, seconds, tolerance: Number(form.tolerance) };
    case "outside":
      return { kind, min: Number(form.min), max: Number(form.max), ...lasting };
    case "rate":
      return { kind, limit, per, direction, ...lasting };
    default:
      return { kind, limit, ...lasting };
  }
}
