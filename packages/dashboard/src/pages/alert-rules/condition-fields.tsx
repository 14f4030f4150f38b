import type { BoundFields } from "../../ui/bind-fields.ts";
import { choicesOf, SelectField, TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { AlertRuleForm } from "./alert-rule-form.ts";

const kinds = choicesOf({
  above: "Value is above a limit",
  below: "Value is below a limit",
  outside: "Value is outside a range",
  rate: "Value changes too fast",
  unchanged: "Value does not change",
  silent: "No readings arrive",
});
const units = choicesOf({ second: "per second", minute: "per minute", hour: "per hour" });
const directions = choicesOf({ any: "rises or falls", rise: "rises", fall: "falls" });

export interface RuleFieldsProps {
  readonly form: BoundFields<AlertRuleForm>;
}

/** When a rule raises its alarm, and when it clears it. */
export function ConditionFields({ form }: RuleFieldsProps) {
  const { kind } = form.values;
  const isTimed = kind === "silent" || kind === "unchanged";
  const number = (key: "limit" | "min" | "max" | "hysteresis" | "readings" | "minutes" | "tolerance") => ({
    required: true,
    ...form.text(key, `condition.${key}`),
  });
  return (
    <>
      <SelectField label="Condition" choices={kinds} {...form.text("kind", "condition.kind")} />
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        {(kind === "above" || kind === "below" || kind === "rate") && (
          <NumberField label="Limit" {...number("limit")} />
        )}
        {kind === "outside" && (
          <>
            <NumberField label="From" {...number("min")} />
            <NumberField label="To" {...number("max")} />
          </>
        )}
        {kind === "rate" && (
          <>
            <SelectField label="Rate" choices={units} {...form.text("per", "condition.per")} />
            <SelectField
              label="If the value"
              choices={directions}
              {...form.text("direction", "condition.direction")}
            />
          </>
        )}
        {kind === "unchanged" && <NumberField label="Tolerance" {...number("tolerance")} min={0} />}
        <NumberField label="For at least (minutes)" {...number("minutes")} min={isTimed ? 0.1 : 0} />
        {!isTimed && (
          <>
            <TextField label="Consecutive readings" type="number" {...number("readings")} min={1} step={1} />
            <NumberField
              label="Hysteresis"
              {...number("hysteresis")}
              min={0}
              hint="Clears once the value is this far back inside the limit."
            />
          </>
        )}
      </div>
    </>
  );
}
