import { useChange } from "../../api/change.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { formOf, ruleOf } from "./alert-rule-form.ts";
import { ConditionFields } from "./condition-fields.tsx";
import type { AlertRule } from "./condition-words.ts";
import { NobodyNotified } from "./notifying-rules.tsx";
import { severityChoices } from "./severity-choices.ts";
import { TargetFields } from "./target-fields.tsx";
import { TryRule } from "./try-rule.tsx";

export function AlertRuleDialog({
  rule,
  device = "",
  onClose,
}: {
  readonly rule: AlertRule | "new";
  /** The device that a new rule is probably about. */
  readonly device?: string | undefined;
  readonly onClose: () => void;
}) {
  const known = rule === "new" ? null : rule;
  const done = { quiet: true, refreshes: ["listAlertRules", "listAudit"] as const, onDone: onClose };
  const create = useChange("createAlertRule", { ...done, said: "Alert rule created." });
  const update = useChange("updateAlertRule", { ...done, said: "Alert rule saved." });
  const form = useFields(
    () => (known === null ? { ...formOf(null), device } : formOf(known)),
    create,
    update,
  );
  const save = () => {
    if (known === null) create.mutate({ body: ruleOf(form.values) });
    else update.mutate({ params: { rule: known.uuid }, body: ruleOf(form.values) });
  };
  return (
    <FormDialog
      title={known === null ? "New alert rule" : "Edit alert rule"}
      submit={known === null ? "Create rule" : "Save"}
      isWide
      {...form.saving}
      onSubmit={save}
      onClose={onClose}
    >
      {known?.tells_nobody === true && <NobodyNotified when="this rule raises an alarm" />}
      <div className="grid grid-cols-2 gap-4">
        <NameField required maxLength={100} {...form.text("name")} />
        <SelectField label="Severity" choices={severityChoices} {...form.text("severity")} />
      </div>
      <TargetFields form={form} />
      <ConditionFields form={form} />
      <TextField label="Alarm message" required maxLength={1000} autoComplete="off" {...form.text("text")} />
      {form.values.target === "sensor" && <TryRule form={form.values} set={form.set} />}
    </FormDialog>
  );
}
