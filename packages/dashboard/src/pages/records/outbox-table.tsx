import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { countText } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, SelectionBar } from "../../ui/selection.tsx";
import { ChangedSince } from "./changed-since.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { kinds, type Message, MessageState } from "./message-state.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";
import { useChosenRecords } from "./use-chosen-records.ts";
import { useRetry } from "./use-retry.ts";
import type { StillRecords } from "./use-still-records.ts";

export function OutboxTable({ list }: { readonly list: StillRecords<Message> }) {
  const { items: messages, goneIds, hold, release } = list;
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<Message | null>(null);
  const maySend = ({ id, state }: Message) => state !== "waiting" && !goneIds.has(id);
  const selection = useChosenRecords(
    messages.filter(maySend).map(({ id }) => id),
    hold,
  );
  const retry = useRetry(() => {
    selection.clear();
    setOpened(null);
  });
  const all = (
    <SelectBox
      label="Select all finished messages"
      isOn={selection.isAll}
      isPartly={selection.ids.length > 0}
      onToggle={selection.toggleAll}
    />
  );
  return (
    <>
      <CardTable
        label="Messages"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
          ["state", "State"],
          ["destination", "Destination"],
          ["from", "Device and rule chain"],
          ["created", "Created"],
          ["tries", "Attempts"],
          ["next", "Next attempt"],
        ]}
      >
        {messages.map((message) => (
          <CardTr key={message.id} className={goneIds.has(message.id) ? "opacity-60" : ""}>
            {mayChange && (
              <CardTd className={maySend(message) ? "" : "max-md:hidden"}>
                {maySend(message) && (
                  <SelectBox
                    label={`Select message ${message.id}`}
                    isOn={selection.has(message.id)}
                    onToggle={(isRange) => selection.toggle(message.id, isRange)}
                  />
                )}
              </CardTd>
            )}
            <CardTd>
              {goneIds.has(message.id) ? <ChangedSince /> : <MessageState state={message.state} />}
            </CardTd>
            <CardTd isWide className="max-w-96 max-md:max-w-full">
              <button
                type="button"
                className="block max-w-full truncate text-left font-medium hover:underline"
                title="Show details"
                data-row-action="open"
                onClick={() => setOpened(message)}
              >
                <span className="mr-1.5 text-muted">{kinds[message.message.kind]}</span>
                {message.destination}
              </button>
              <Reason of={message} />
            </CardTd>
            <CardTd isWide>
              <RecordDevice device={message.device} sensor={message.sensor} />
              <span className="text-muted">
                <RecordNode chain={message.chain} node={message.node} node_name={message.node_name} />
              </span>
            </CardTd>
            <CardTd className="whitespace-nowrap text-muted md:min-w-30">
              <RelativeTime at={message.created_at} />
            </CardTd>
            <CardTd className="whitespace-nowrap">
              {countText(message.tries)}
              <span className="md:hidden"> {message.tries === 1 ? "attempt" : "attempts"}</span>
            </CardTd>
            <CardTd className="whitespace-nowrap text-muted md:min-w-26">
              {message.next_try_at === null ? (
                <span className="max-md:hidden">–</span>
              ) : (
                <>
                  <span className="md:hidden">next </span>
                  <RelativeTime at={message.next_try_at} />
                </>
              )}
            </CardTd>
          </CardTr>
        ))}
      </CardTable>
      <SelectionBar selection={selection} what="message">
        <Button
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          isBusy={retry.isPending}
          onClick={() => retry.mutate(selection.ids, { onSuccess: release })}
        >
          Send again
        </Button>
      </SelectionBar>
      {opened !== null && (
        <MessageDialog
          message={opened}
          onClose={() => setOpened(null)}
          actions={
            mayChange && opened.state !== "waiting" ? (
              <Button
                icon={<RotateCcw size={15} aria-hidden />}
                isBusy={retry.isPending}
                onClick={() => retry.mutate([opened.id])}
              >
                Send again
              </Button>
            ) : undefined
          }
        />
      )}
    </>
  );
}

/** Why it waits, where nothing failed; else what the last try came to. */
function Reason({ of: { held_because, last_error } }: { readonly of: Message }) {
  const reason = held_because ?? last_error;
  return reason === null ? null : <p className="line-clamp-2 text-muted">{reason}</p>;
}
