import { useEffect, useRef } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { valueText } from "../../format/number.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { Note } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { formOf } from "../alert-rules/alert-rule-form.ts";
import { ConditionFields } from "../alert-rules/condition-fields.tsx";
import { severityChoices } from "../alert-rules/severity-choices.ts";
import { TryRule } from "../alert-rules/try-rule.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import type { Device, Sensor } from "../device/use-device.ts";
import { followProposal, type Proposal } from "./follow-proposal.ts";
import { proposeCondition, type Week } from "./propose-condition.ts";
import { proposedName } from "./proposed-name.ts";
import { useLastWeek } from "./use-last-week.ts";
import { useRecipients } from "./use-recipients.ts";
import { useSaveAlert } from "./use-save-alert.ts";
import { WhoIsNotified } from "./who-is-notified.tsx";

const staleMs = 300_000;

export function AlertMeForm({
  device,
  sensors,
  first,
  onClose,
}: {
  readonly device: Device;
  readonly sensors: readonly Sensor[];
  /** The UUID of the sensor that is proposed. */
  readonly first: string;
  readonly onClose: () => void;
}) {
  const createRule = useChange("createAlertRule", { quiet: true });
  const updateRule = useChange("updateAlertRule", { quiet: true });
  const form = useFields(
    () => ({ ...formOf(null), device: device.uuid, sensor: first }),
    createRule,
    updateRule,
  );
  const sensor = sensors.find(({ uuid }) => uuid === form.values.sensor) ?? null;
  const week = useProposal({ form, device, sensor });
  const recipients = useRecipients({ severity: form.values.severity, group: device.group });
  const save = useSaveAlert({ form: form.values, rule: { createRule, updateRule }, recipients, onClose });
  return (
    <FormDialog
      title={`Alert me about ${device.name}`}
      submit="Save alert"
      isWide
      isBusy={save.isBusy}
      error={save.error}
      fields={[...form.saving.fields, ...recipients.form.places]}
      onSubmit={save.save}
      onClose={onClose}
    >
      <SelectField
        label="Sensor"
        choices={sensors.map(({ uuid, name, slug }) => ({ value: uuid, label: name || slug }))}
        hint={sensor === null ? undefined : <WeekText week={week} sensor={sensor} />}
        {...form.text("sensor", "target.sensor")}
      />
      <ConditionFields form={form} />
      <TryRule form={form.values} set={form.set} />
      <WhoIsNotified recipients={recipients} />
      <div className="grid grid-cols-2 gap-4">
        <NameField label="Name of the alert" required maxLength={100} {...form.text("name")} />
        <SelectField label="Severity" choices={severityChoices} {...form.text("severity")} />
      </div>
      <TextField label="Alarm message" required maxLength={1000} autoComplete="off" {...form.text("text")} />
      {save.made !== null && save.error !== null && <Note tone="warn">{save.made}</Note>}
    </FormDialog>
  );
}

/** Fills in what is proposed for the sensor, and returns what it measured in the last week. */
function useProposal({
  form,
  device,
  sensor,
}: {
  readonly form: ReturnType<typeof useFields<ReturnType<typeof formOf>>>;
  readonly device: Device;
  readonly sensor: Sensor | null;
}): Week | null | undefined {
  const week = useLastWeek(sensor?.uuid ?? "");
  const types = useCall("listSensorTypes", {}, { staleTime: staleMs }).data?.items;
  const rules = useCall("listAlertRules", {}, { staleTime: staleMs }).data?.items;
  const shown = useRef<Proposal>(formOf(null));
  const isKnown = sensor !== null && week !== undefined && types !== undefined && rules !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is proposed changes only with these.
  useEffect(() => {
    if (!isKnown) return;
    const names = { device: device.name, sensor: sensor.name || sensor.slug };
    const proposal = {
      name: proposedName(
        names,
        rules.map(({ name }) => name),
      ),
      ...proposeCondition({ week, type: types.find(({ name }) => name === sensor.type) }),
    };
    const before = shown.current;
    shown.current = proposal;
    form.set((now) => followProposal(now, before, proposal));
  }, [isKnown, sensor?.uuid]);
  return week;
}

/** The values that the limits are proposed from. */
function WeekText({ week, sensor }: { readonly week: Week | null | undefined; readonly sensor: Sensor }) {
  const { unit, decimals } = useSensorLooks()(sensor);
  if (week === undefined) return "Loading the last week…";
  if (week === null) return "No readings in the last week.";
  const text = (value: number) => valueText(value, decimals);
  const mean = week.mean === null ? "" : `, mean ${text(week.mean)}${unit === null ? "" : ` ${unit}`}`;
  return `Last week: ${text(week.min)} to ${text(week.max)}${unit === null ? "" : ` ${unit}`}${mean}`;
}
