import { type Owner, severities } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { Channel } from "./channel-words.ts";
import { bodyOf, formOf, type NotificationRule, type RuleForm, severityTexts } from "./rule-form.ts";
import { SpanFields } from "./span-fields.tsx";

const changed = ["listNotificationRules", "listChannels", "listAlertRules", "listAudit"] as const;

/** Creates or changes a notification rule. */
export function RuleDialog({
  rule,
  owners,
  channels,
  onClose,
}: {
  readonly rule: NotificationRule | null;
  /** The owners that the rule can have. */
  readonly owners: readonly Owner[];
  readonly channels: readonly Channel[];
  readonly onClose: () => void;
}) {
  const [form, setForm] = useState(() => formOf(rule));
  const [owner, setOwner] = useState<Owner>(rule?.owner ?? owners[0] ?? "account");
  const groups = useCall("listDeviceGroups", {}).data?.items ?? [];
  const done = { quiet: true, refreshes: changed, onDone: onClose };
  const create = useChange("createNotificationRule", { ...done, said: "Notification rule created." });
  const update = useChange("updateNotificationRule", { ...done, said: "Notification rule saved." });
  const error = create.error ?? update.error;
  const set = (change: Partial<RuleForm>) => setForm({ ...form, ...change });
  const own = channels.filter((channel) => channel.owner === owner);
  const isComplete =
    form.channels.length > 0 && (form.escalateAfter === "" || form.escalationChannels.length > 0);
  const save = () => {
    if (rule === null) create.mutate({ body: { ...bodyOf(form), owner } });
    else update.mutate({ params: { rule: rule.uuid }, body: bodyOf(form) });
  };
  return (
    <FormDialog
      title={rule === null ? "New notification rule" : `Edit ${rule.name}`}
      submit={rule === null ? "Create rule" : "Save"}
      isBusy={create.isPending || update.isPending}
      isComplete={isComplete}
      error={error}
      fields={["name", "quiet_hours", "digest_minutes", "escalation.after_minutes"]}
      onSubmit={save}
      onClose={onClose}
    >
      {rule === null && owners.length > 1 && (
        <SelectField
          label="Who is notified"
          choices={[
            { value: "account", label: "The account’s channels" },
            { value: "person", label: "Only you" },
          ]}
          value={owner}
          onChange={({ target }) => {
            setOwner(target.value as Owner);
            set({ channels: [], escalationChannels: [] });
          }}
        />
      )}
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        placeholder="e.g. Cold rooms at night"
        value={form.name}
        error={fieldMessage(error, "name")}
        onChange={({ target }) => set({ name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Alarms"
          choices={severities.map((value) => ({ value, label: severityTexts[value] }))}
          value={form.severity}
          onChange={({ target }) => set({ severity: target.value as RuleForm["severity"] })}
        />
        <SelectField
          label="Devices"
          choices={[
            { value: "", label: "All devices" },
            ...groups.map(({ name }) => ({ value: name, label: `Group ${name}` })),
          ]}
          value={form.group}
          onChange={({ target }) => set({ group: target.value })}
        />
      </div>
      <ChannelChoice
        legend="Channels"
        channels={own}
        chosen={form.channels}
        onChoose={(chosen) => set({ channels: chosen })}
      />
      <CheckboxField
        label="Also notify when an alarm is cleared"
        checked={form.notifiesCleared}
        onChange={({ target }) => set({ notifiesCleared: target.checked })}
      />
      <SpanFields
        label="Only during certain hours"
        span={form.hours}
        usual={{ from: "08:00", to: "18:00" }}
        error={fieldMessage(error, "quiet_hours")}
        onChange={(hours) => set({ hours })}
      />
      <TextField
        label="Combine alarms for"
        isOptional
        type="number"
        min={1}
        max={10_080}
        step={1}
        placeholder="e.g. 30"
        hint="In minutes. Alarms in this time are sent as one message. Leave empty to send each one right away."
        value={form.digestMinutes}
        error={fieldMessage(error, "digest_minutes")}
        onChange={({ target }) => set({ digestMinutes: target.value })}
      />
      <TextField
        label="Escalate after"
        isOptional
        type="number"
        min={1}
        max={10_080}
        step={1}
        placeholder="e.g. 15"
        hint="In minutes. Notifies more channels if nobody has acknowledged the alarm by then."
        value={form.escalateAfter}
        error={fieldMessage(error, "escalation.after_minutes")}
        onChange={({ target }) => set({ escalateAfter: target.value })}
      />
      {form.escalateAfter !== "" && (
        <ChannelChoice
          legend="Escalate to"
          channels={own}
          chosen={form.escalationChannels}
          onChoose={(chosen) => set({ escalationChannels: chosen })}
        />
      )}
    </FormDialog>
  );
}

function ChannelChoice({
  legend,
  channels,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly channels: readonly Channel[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {channels.map(({ uuid, name }) => (
        <CheckboxField
          key={uuid}
          label={name}
          checked={chosen.includes(uuid)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
          }
        />
      ))}
      {chosen.length === 0 && <p className="text-sm text-muted">Choose at least one channel.</p>}
    </fieldset>
  );
}
