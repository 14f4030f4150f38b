import type { Owner } from "@weir/protocol/closed-sets";
import { Megaphone, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { ChannelSettingsDialog } from "./channel-settings-dialog.tsx";
import { type Channel, channelKindLabels, channelProblemTexts } from "./channel-words.ts";
import { LimitNote } from "./limit-note.tsx";
import { spanText } from "./weekly-span.ts";

const changed = ["listChannels", "listNotificationRules", "listAlertRules", "listAudit"] as const;

/** The channels of the account, or the person's own. */
export function ChannelList({
  owner,
  action,
}: {
  readonly owner: Owner;
  /** Another way to add a channel. */
  readonly action?: ReactNode;
}) {
  const isEditor = useMay("editor");
  const mayEdit = owner === "person" || isEditor;
  const channels = useCall("listChannels", {});
  const [isCreating, setIsCreating] = useState(false);
  const [edited, setEdited] = useState<Channel | null>(null);
  const isMine = owner === "person";
  const add = mayEdit && (
    <div className="flex flex-wrap justify-center gap-2">
      {action}
      <Button onClick={() => setIsCreating(true)}>
        {isMine ? "New personal channel" : "New account channel"}
      </Button>
    </div>
  );
  const items = (channels.data?.items ?? []).filter((channel) => channel.owner === owner);
  return (
    <>
      <ResourceSection
        title={isMine ? "Personal channels" : "Account channels"}
        action={items.length > 0 && add}
        list={channels}
        empty={() => (
          <EmptyState
            icon={isMine ? <Smartphone size={22} /> : <Megaphone size={22} />}
            title={isMine ? "You have no personal channels yet" : "The account has no channels yet"}
            action={add}
          >
            {isMine
              ? "Add an email address, a chat or this browser to get notified yourself. Only you can see these channels."
              : "Add a place where your team is notified, such as a Slack or Teams channel."}
          </EmptyState>
        )}
        label={isMine ? "Personal channels" : "Account channels"}
        items={items}
        idOf={({ uuid }) => uuid}
        columns={columns}
        actions={mayEdit && ((channel) => <ChannelActions channel={channel} onEdit={setEdited} />)}
      />
      {isCreating && <ChannelDialog owner={owner} onClose={() => setIsCreating(false)} />}
      {edited !== null && <ChannelSettingsDialog channel={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const columns: readonly Column<Channel>[] = [
  {
    head: "Name",
    isWide: true,
    cell: ({ name, problem, limited }) => (
      <>
        <span className="font-medium">{name}</span>
        {problem !== null && <p className="text-warn">{channelProblemTexts[problem]}</p>}
        {limited !== null && <LimitNote limited={limited} />}
      </>
    ),
  },
  { head: "Kind", label: "Kind", cell: ({ kind }) => channelKindLabels[kind] },
  { head: "To", label: "To", className: "wrap-anywhere md:min-w-40", cell: ({ address }) => address },
  {
    head: "Quiet hours",
    label: "Quiet hours",
    cell: ({ quiet_hours: quiet }) =>
      quiet === null ? <span className="text-muted">None</span> : spanText(quiet),
  },
];

const deletionText = "Rules stop sending to this channel. Messages waiting for it are discarded.";

/** Names the rules that have no other channel. */
function silencedText({ only_channel_of: rules }: Channel): string[] {
  if (rules.length === 0) return [];
  const names = rules.map((rule) => `“${rule}”`).join(", ");
  return [`${names} will then notify nobody.`];
}

function ChannelActions({
  channel,
  onEdit,
}: {
  readonly channel: Channel;
  readonly onEdit: (channel: Channel) => void;
}) {
  const { uuid, name } = channel;
  const params = { channel: uuid };
  const test = useChange("testChannel", {
    refreshes: ["listAudit"],
    onDone: ({ delivered, answer }) =>
      delivered
        ? toast(`Test message sent to “${name}”. ${answer}`)
        : toast(`The test message to “${name}” failed. ${answer}`, "bad"),
  });
  const deletion = useChange("deleteChannel", { refreshes: changed, said: `“${name}” was deleted.` });
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Send test", onSelect: () => test.mutate({ params }) },
        { label: "Edit", onSelect: () => onEdit(channel) },
        {
          label: "Delete",
          isDangerous: true,
          question: {
            title: `Delete “${name}”?`,
            action: "Delete channel",
            text: [...silencedText(channel), deletionText].join(" "),
            onConfirm: () => deletion.mutateAsync({ params }),
          },
        },
      ]}
    />
  );
}
