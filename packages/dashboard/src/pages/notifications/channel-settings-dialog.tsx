import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
  const [name, setName] = useState(channel.name);
  const [quiet, setQuiet] = useState(channel.quiet_hours);
  const update = useChange("updateChannel", {
    quiet: true,
    refreshes: ["listChannels", "listAudit"],
    onDone: onClose,
    said: "Channel saved.",
  });
  const save = () => {
    const quietHours = quiet === null ? null : { ...quiet, days: [...quiet.days] };
    update.mutate({ params: { channel: channel.uuid }, body: { name, quiet_hours: quietHours } });
  };
  return (
    <FormDialog
      title={`Edit ${channel.name}`}
      submit="Save"
      isBusy={update.isPending}
      error={update.error}
      fields={["name", "quiet_hours"]}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(update.error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
      <SpanFields
        label="Quiet hours"
        span={quiet}
        usual={{ from: "22:00", to: "07:00" }}
        error={fieldMessage(update.error, "quiet_hours")}
        onChange={(span) => setQuiet(span === null ? null : { ...span, days: [...span.days] })}
      />
      <p className="text-sm text-muted">
        During quiet hours, only critical alarms are sent. The others follow in one message afterwards.
      </p>
    </FormDialog>
  );
}
