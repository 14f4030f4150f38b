import { fieldMessage } from "../../api/problem.ts";
import { choicesOf, SelectField, TextField } from "../../ui/field.tsx";
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
  readonly form: AlertRuleForm;
  readonly error: unknown;
  readonly onChange: (changed: Partial<AlertRuleForm>) => void;
}

/** When a rule raises its alarm, and when it clears it. */
export function ConditionFields({ form, error, onChange }: RuleFieldsProps) {
  const { kind } = form;
  const isTimed = kind === "silent" || kind === "unchanged";
  const number = (key: "limit" | "min" | "max" | "hysteresis" | "readings" | "minutes" | "tolerance") => ({
    type: "number",
    step: "any",
    required: true,
    autoComplete: "off",
    value: form[key],
    error: fieldMessage(error, `condition.${key}`),
    onChange: (event: { target: { value: string } }) => onChange({ [key]: event.target.value }),
  });
  return (
    <>
      <SelectField
        label="Condition"
        choices={kinds}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value as AlertRuleForm["kind"] })}
      />
      <div className="grid grid-cols-2 gap-4">
        {(kind === "above" || kind === "below" || kind === "rate") && (
          <TextField label="Limit" {...number("limit")} />
        )}
        {kind === "outside" && (
          <>
            <TextField label="From" {...number("min")} />
            <TextField label="To" {...number("max")} />
          </>
        )}
        {kind === "rate" && (
          <>
            <SelectField
              label="Measured"
              choices={units}
              value={form.per}
              onChange={(event) => onChange({ per: event.target.value as AlertRuleForm["per"] })}
            />
            <SelectField
              label="If the value"
              choices={directions}
              value={form.direction}
              onChange={(event) => onChange({ direction: event.target.value as AlertRuleForm["direction"] })}
            />
          </>
        )}
        {kind === "unchanged" && <TextField label="Tolerance" {...number("tolerance")} min={0} />}
        <TextField label="For at least (minutes)" {...number("minutes")} min={isTimed ? 0.1 : 0} />
        {!isTimed && (
          <>
            <TextField label="Readings in a row" {...number("readings")} min={1} step={1} />
            <TextField
              label="Hysteresis"
              {...number("hysteresis")}
              min={0}
              hint="The alarm is cleared when the value is back by this much."
            />
          </>
        )}
      </div>
    </>
  );
}
