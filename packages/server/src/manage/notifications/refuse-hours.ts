import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import { problemOfWeekly } from "../alerts/check-alert-rule.ts";
import { type Refusal, refuse } from "../core/manage-error.ts";

/** Checks a span of the week, for a channel or a rule. */
export function refuseHours(hours: WeeklyMute | null): Refusal | null {
  const problem = hours === null ? null : problemOfWeekly(hours);
  return problem === null ? null : refuse("bad_hours", problem.message);
}
