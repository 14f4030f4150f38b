import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import { lineTemplateProblem } from "@weir/rule-engine/template";
import { findTimeZone } from "@weir/rule-engine/time-zone";
import { daySeconds, secondOfDay } from "@weir/rule-engine/weekly-span";
import type { AlertRuleDefinition } from "../../control/alerts/alert-rule-versions.ts";

/** What is wrong with a field of a rule, in words that go with the field's name. */
interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Checks what the schema of the request cannot. Null if the rule can run. */
export function problemOfRule({ text, condition }: AlertRuleDefinition): FieldProblem | null {
  const textProblem = lineTemplateProblem(text);
  if (textProblem !== null) return { field: "text", message: `The text ${textProblem}.` };
  return problemOfCondition(condition);
}

/** A rule whose hysteresis reaches past everything would never clear its alarm. */
export function problemOfCondition(condition: AlertCondition): FieldProblem | null {
  switch (condition.kind) {
    case "outside":
      if (condition.min > condition.max)
        return {
          field: "condition.max",
          message: "The upper end of the range must not be below the lower end.",
        };
      return condition.min + condition.hysteresis > condition.max - condition.hysteresis
        ? { field: "condition.hysteresis", message: "The hysteresis must be at most half of the range." }
        : null;
    case "rate":
      return condition.hysteresis > condition.limit
        ? { field: "condition.hysteresis", message: "The hysteresis must not be above the limit." }
        : null;
    default:
      return null;
  }
}

export function problemOfWeekly({ from, to, time_zone: zone }: WeeklyMute): FieldProblem | null {
  if (secondOfDay(from) >= daySeconds)
    return { field: "weekly.from", message: "Enter a time from 00:00 to 23:59." };
  if (secondOfDay(to) > daySeconds)
    return { field: "weekly.to", message: "Enter a time from 00:00 to 24:00." };
  if (from === to)
    return { field: "weekly.to", message: "The span must not end when it starts. 00:00 to 24:00 is a day." };
  // A fixed offset would silently miss the change to summer time.
  if (/^[+-]/.test(zone) || findTimeZone(zone) === null)
    return {
      field: "weekly.time_zone",
      message: "Enter a name from the IANA database, such as Europe/Berlin.",
    };
  return null;
}
