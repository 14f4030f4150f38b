import { useChange } from "../../api/change.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import type { Channel } from "./channel-words.ts";
import { SpanFields } from "./span-fields.tsx";

/** Changes the name and the quiet hours of a channel. Its target cannot be changed. */
export function ChannelSettingsDialog({
  channel,
  onClose,
}: {
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const update = useChange("updateChannel", {
    quiet: true,
    refreshes: ["listChannels", "listAudit"],
    onDone: onClose,
    said: "Channel saved.",
  });
  const form = useFields({ name: channel.name, quiet_hours: channel.quiet_hours }, update);
  return (
    <FormDialog
      title={`Edit ${channel.name}`}
      submit="Save"
      {...form.saving}
      onSubmit={() => update.mutate({ params: { channel: channel.uuid }, body: form.values })}
      onClose={onClose}
    >
      <NameField required {...form.text("name")} />
      <SpanFields
        label="Quiet hours"
        span={form.values.quiet_hours}
        usual={{ from: "22:00", to: "07:00" }}
        error={form.problem("quiet_hours")}
        onChange={(span) =>
          form.set({ quiet_hours: span === null ? null : { ...span, days: [...span.days] } })
        }
      />
      <p className="text-sm text-muted">
        During quiet hours, only critical alarms are sent. The others follow in one message afterwards.
      </p>
    </FormDialog>
  );
}
