import { type LimitLine, limitsOfRule } from "../charts/limit-line.ts";
import { type AlertRuleForm, conditionOf } from "./alert-rule-form.ts";

/** The limits of the form as lines of a chart. Fields that are empty, or no numbers yet, have none. */
export function limitsOfForm(form: AlertRuleForm, unit: string): readonly LimitLine[] {
  const rule = {
    uuid: "",
    name: "",
    severity: form.severity,
    condition: conditionOf(form),
    tells_nobody: false,
  };
  return limitsOfRule(rule, unit).filter(({ side, value }) => {
    const text = form.kind !== "outside" ? form.limit : side === "below" ? form.min : form.max;
    return text.trim() !== "" && Number.isFinite(value);
  });
}

/** What changes in the form when the limit on this side was dragged to a value. */
export function draggedLimit(
  { kind }: Pick<AlertRuleForm, "kind">,
  side: LimitLine["side"],
  value: number,
): Partial<AlertRuleForm> {
  if (kind !== "outside") return { limit: String(value) };
  return side === "below" ? { min: String(value) } : { max: String(value) };
}
