import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import type { CallAnswer } from "../../api/route-types.ts";

export type AlertRule = CallAnswer<"listAlertRules">["items"][number];

/** The condition of a saved rule, which has all fields: the server fills in those that a request left out. */
export function conditionOfRule({ condition }: Pick<AlertRule, "condition">): AlertCondition {
  return condition as AlertCondition;
}
