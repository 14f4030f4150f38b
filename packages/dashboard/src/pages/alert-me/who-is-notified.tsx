import { Link } from "@tanstack/react-router";
import { CheckboxField, choicesOf, SelectField } from "../../ui/field.tsx";
import { OwnerField } from "../../ui/owner-field.tsx";
import { Note } from "../../ui/states.tsx";
import { ChannelFields } from "../notifications/channel-fields.tsx";
import {
  type Channel,
  channelKindLabels,
  channelProblemTexts,
  typedKindLabels,
} from "../notifications/channel-words.ts";
import { canPush } from "../notifications/push-subscription.ts";
import { type NotificationRule, severityTexts } from "../notifications/rule-form.ts";
import { spanText } from "../notifications/weekly-span.ts";
import type { NewKind, Recipients } from "./use-recipients.ts";

/** Who is notified of the alarms of a new alert: existing channels, and one that is created with it. */
export function WhoIsNotified({ recipients }: { readonly recipients: Recipients }) {
  const { notifying, left, chosen, isKnown, choose, newKind, startChannel, owner, setOwner, form } =
    recipients;
  const uuids = chosen.map(({ uuid }) => uuid);
  const isAdding = chosen.length > 0 || newKind !== "";
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line px-4 py-3">
      <legend className="px-1 text-sm font-medium">Who is notified</legend>
      {notifying.length > 0 && (
        <p className="text-sm text-muted">Already notified: {notifying.map(ruleText).join("; ")}.</p>
      )}
      {left.length > 0 && (
        <div className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {left.map((channel) => (
            <CheckboxField
              key={channel.uuid}
              label={channel.name}
              hint={channelText(channel)}
              checked={uuids.includes(channel.uuid)}
              onChange={({ target }) =>
                choose(
                  target.checked ? [...uuids, channel.uuid] : uuids.filter((uuid) => uuid !== channel.uuid),
                )
              }
            />
          ))}
        </div>
      )}
      <SelectField
        label="New channel"
        choices={[
          { value: "", label: "None" },
          ...choicesOf(typedKindLabels),
          ...(canPush() ? [{ value: "push", label: "This browser" }] : []),
        ]}
        value={newKind}
        onChange={({ target }) => startChannel(target.value as NewKind)}
      />
      {newKind !== "" && newKind !== "push" && (
        <>
          <ChannelFields form={form} nameLabel="Name of the channel" />
          <OwnerField owner={owner} onChange={setOwner} />
        </>
      )}
      {isAdding && <ScopeText recipients={recipients} />}
      {isKnown && notifying.length === 0 && !isAdding && (
        <Note tone="warn">Nobody is notified of these alarms. Choose a channel, or create one.</Note>
      )}
    </fieldset>
  );
}

/** Notification rules choose alarms by severity and group, so they send more than those of one sensor. */
function ScopeText({ recipients: { alarms } }: { readonly recipients: Recipients }) {
  const { severity, group } = alarms;
  return (
    <p className="text-sm text-muted">
      Sends this alert and other alarms like it: {severityTexts[severity].toLowerCase()},{" "}
      {group === null ? "all devices" : `group ${group}`}. Change this in{" "}
      <Link to="/alarms/notifications" className="underline underline-offset-2">
        Notifications
      </Link>
      .
    </p>
  );
}

function ruleText({ name, channels, hours }: NotificationRule): string {
  const names = channels.map((channel) => channel.name).join(", ");
  const when = hours === null ? "" : `, ${spanText(hours)}`;
  return `${names} (rule “${name}”${when})`;
}

function channelText({ kind, address, problem }: Channel): string {
  return problem === null ? `${channelKindLabels[kind]}, ${address}` : channelProblemTexts[problem];
}
