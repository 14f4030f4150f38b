import { severitiesByGravity } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { severities } from "../../ui/severity.tsx";
import { type AlertRuleForm, formOf, ruleOf } from "./alert-rule-form.ts";
import { ConditionFields } from "./condition-fields.tsx";
import type { AlertRule } from "./condition-words.ts";
import { TargetFields } from "./target-fields.tsx";
import { TryRule } from "./try-rule.tsx";

const severityChoices = severitiesByGravity.map((value) => ({ value, label: severities[value].word }));
const shownFields = [
  "name",
  "text",
  "target.sensor",
  "target.group",
  "target.template",
  "target.type",
  "condition.limit",
  "condition.min",
  "condition.max",
  "condition.hysteresis",
  "condition.tolerance",
];

export function AlertRuleDialog({
  rule,
  onClose,
}: {
  readonly rule: AlertRule | "new";
  readonly onClose: () => void;
}) {
  const known = rule === "new" ? null : rule;
  const [form, setForm] = useState(() => formOf(known));
  const change = (changed: Partial<AlertRuleForm>) => setForm({ ...form, ...changed });
  const done = { quiet: true, refreshes: ["listAlertRules", "listAudit"] as const, onDone: onClose };
  const create = useChange("createAlertRule", { ...done, said: "Alert rule created." });
  const update = useChange("updateAlertRule", { ...done, said: "Alert rule saved." });
  const error = create.error ?? update.error;
  const save = () => {
    if (known === null) create.mutate({ body: ruleOf(form) });
    else update.mutate({ params: { rule: known.uuid }, body: ruleOf(form) });
  };
  const fields = { form, error, onChange: change };
  return (
    <FormDialog
      title={known === null ? "New alert rule" : "Edit alert rule"}
      submit={known === null ? "Create rule" : "Save"}
      isWide
      isBusy={create.isPending || update.isPending}
      error={error}
      fields={shownFields}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          value={form.name}
          error={fieldMessage(error, "name")}
          onChange={(event) => change({ name: event.target.value })}
        />
        <SelectField
          label="Severity"
          choices={severityChoices}
          value={form.severity}
          onChange={(event) => change({ severity: event.target.value as AlertRuleForm["severity"] })}
        />
      </div>
      <TargetFields {...fields} />
      <ConditionFields {...fields} />
      <TextField
        label="Text of the alarm"
        required
        maxLength={1000}
        autoComplete="off"
        value={form.text}
        error={fieldMessage(error, "text")}
        onChange={(event) => change({ text: event.target.value })}
      />
      {form.target === "sensor" && <TryRule form={form} />}
    </FormDialog>
  );
}
