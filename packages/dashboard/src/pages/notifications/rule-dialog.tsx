import { type Owner, severities } from "@weir/protocol/closed-sets";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import type { Channel } from "./channel-words.ts";
import { bodyOf, formOf, type NotificationRule, onlyChannel, severityTexts } from "./rule-form.ts";
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
  const groups = useCall("listDeviceGroups", {}).data?.items ?? [];
  const done = { quiet: true, refreshes: changed, onDone: onClose };
  const create = useChange("createNotificationRule", { ...done, said: "Notification rule created." });
  const update = useChange("updateNotificationRule", { ...done, said: "Notification rule saved." });
  const form = useFields(
    () => {
      const [owner = "account"] = owners;
      return formOf(rule, owner, onlyChannel(channels, owner));
    },
    create,
    update,
  );
  const { values, set } = form;
  const own = channels.filter((channel) => channel.owner === values.owner);
  const isComplete =
    values.channels.length > 0 && (values.escalateAfter === "" || values.escalationChannels.length > 0);
  const save = () => {
    if (rule === null) create.mutate({ body: { ...bodyOf(values), owner: values.owner } });
    else update.mutate({ params: { rule: rule.uuid }, body: bodyOf(values) });
  };
  return (
    <FormDialog
      title={rule === null ? "New notification rule" : `Edit ${rule.name}`}
      submit={rule === null ? "Create rule" : "Save"}
      {...form.saving}
      isComplete={isComplete}
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
          {...form.text("owner")}
          onChange={({ target }) => {
            const owner = target.value as Owner;
            set({ owner, channels: onlyChannel(channels, owner), escalationChannels: [] });
          }}
        />
      )}
      <NameField required placeholder="e.g. Cold rooms at night" {...form.text("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Alarms"
          choices={severities.map((value) => ({ value, label: severityTexts[value] }))}
          {...form.text("severity", "min_severity")}
        />
        <SelectField
          label="Devices"
          choices={[
            { value: "", label: "All devices" },
            ...groups.map(({ name }) => ({ value: name, label: `Group ${name}` })),
          ]}
          {...form.text("group")}
        />
      </div>
      <ChannelChoice
        legend="Channels"
        channels={own}
        chosen={values.channels}
        onChoose={(chosen) => set({ channels: chosen })}
      />
      <CheckboxField label="Also notify when an alarm is cleared" {...form.checkbox("notifiesCleared")} />
      <SpanFields
        label="Only during certain hours"
        span={values.hours}
        usual={{ from: "08:00", to: "18:00" }}
        error={form.problem("quiet_hours")}
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
        hint="In minutes. Alarms within this time are sent as one message. Leave empty to send each one immediately."
        {...form.text("digestMinutes", "digest_minutes")}
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
        {...form.text("escalateAfter", "escalation.after_minutes")}
      />
      {values.escalateAfter !== "" && (
        <ChannelChoice
          legend="Escalate to"
          channels={own}
          chosen={values.escalationChannels}
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
