import type { AlertRuleForm } from "../alert-rules/alert-rule-form.ts";

/** What was proposed for a sensor, and may change when more is known or another sensor is chosen. */
export type Proposal = Pick<
  AlertRuleForm,
  "name" | "kind" | "limit" | "min" | "max" | "hysteresis" | "minutes"
>;

const conditionKeys = ["kind", "limit", "min", "max", "hysteresis", "minutes"] as const;

/**
 * What changes in a form when there is another proposal: what the person has not touched. A condition is replaced as a whole or
 * not at all, because its parts mean nothing without each other.
 */
export function followProposal(form: AlertRuleForm, before: Proposal, after: Proposal): Partial<Proposal> {
  const { name, ...condition } = after;
  const isOwnCondition = conditionKeys.some((key) => form[key] !== before[key]);
  return {
    ...(form.name === before.name ? { name } : {}),
    ...(isOwnCondition ? {} : condition),
  };
}
