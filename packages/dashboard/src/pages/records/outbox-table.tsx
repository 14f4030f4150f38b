import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, OpenRecord, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectionBar } from "../../ui/selection.tsx";
import { toast } from "../../ui/toast.tsx";
import { useChosenRecords } from "../../ui/use-chosen-records.ts";
import type { StillRecords } from "../../ui/use-still-records.ts";
import { ChangedSince } from "./changed-since.tsx";
import { inParts } from "./in-parts.ts";
import { eventWords, MessageDialog } from "./message-dialog.tsx";
import { kinds, type Message, MessageState } from "./message-state.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

export function OutboxTable({ list }: { readonly list: StillRecords<Message> }) {
  const { items, goneIds, release } = list;
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<Message | null>(null);
  const chosen = useChosenRecords(list, ({ state }) => state !== "waiting");
  const { selection } = chosen;
  const retry = useRetry(() => {
    selection.clear();
    setOpened(null);
  });
  const isGone = ({ id }: Message) => goneIds.has(id);
  return (
    <>
      <RecordTable
        label="Messages"
        hasManyColumns
        items={items}
        idOf={({ id }) => id}
        columns={columnsOf(isGone, setOpened)}
        choosing={
          mayChange && {
            ...chosen,
            labelOf: ({ id }) => `Select message ${id}`,
            allLabel: "Select all finished messages",
          }
        }
        isFaint={isGone}
      />
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

function columnsOf(
  isGone: (message: Message) => boolean,
  onOpen: (message: Message) => void,
): readonly Column<Message>[] {
  return [
    {
      head: "State",
      cell: (message) => (isGone(message) ? <ChangedSince /> : <MessageState state={message.state} />),
    },
    {
      head: "Destination",
      isWide: true,
      className: "max-w-96 as-cards:max-w-full",
      cell: (message) => (
        <>
          <OpenRecord className="block max-w-full truncate" onOpen={() => onOpen(message)}>
            <span className="mr-1.5 text-muted">{kinds[message.message.kind]}</span>
            {message.destination}
          </OpenRecord>
          <Reason of={message} />
        </>
      ),
    },
    {
      head: "Device and origin",
      isWide: true,
      className: "md:basis-auto!",
      cell: ({ device, sensor, chain, node, node_name, message }) => (
        <>
          <RecordDevice device={device} sensor={sensor} />
          <span className="text-muted">
            {message.kind === "notification" ? (
              eventWords[message.event]
            ) : (
              <RecordNode chain={chain} node={node} node_name={node_name} />
            )}
          </span>
        </>
      ),
    },
    {
      head: "Created",
      className: "min-w-30 whitespace-nowrap text-muted",
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      head: "Attempts",
      className: "whitespace-nowrap",
      cell: ({ tries }) => (
        <>
          {countText(tries)}
          <span className="hidden as-cards:inline"> {tries === 1 ? "attempt" : "attempts"}</span>
        </>
      ),
    },
    {
      head: "Next attempt",
      label: ({ next_try_at }) => (next_try_at === null ? undefined : "next"),
      className: "min-w-26 whitespace-nowrap text-muted",
      cell: ({ next_try_at }) =>
        next_try_at === null ? <span className="as-cards:hidden">–</span> : <RelativeTime at={next_try_at} />,
    },
  ];
}

/** Why the message waits if nothing failed; otherwise the result of the last attempt. */
function Reason({ of: { held_because, last_error } }: { readonly of: Message }) {
  const reason = held_because ?? last_error;
  return reason === null ? null : <p className="line-clamp-2 text-muted">{reason}</p>;
}

/** Queues messages again by their ids, however many there are. */
function useRetry(onDone: () => void): UseMutationResult<number, Error, readonly number[]> {
  return useMutation({
    mutationFn: async (ids) => {
      const answers = await inParts(ids, (part) => call("retryMessages", { body: { ids: part } }));
      return answers.reduce((sum, { retried }) => sum + retried.length, 0);
    },
    onSuccess: (count) => {
      toast(`${plural(count, "message")} will be sent again.`);
      onDone();
    },
    onError: (error) => toast(messageOf(error), "bad"),
    // If a call failed, some messages may have changed already.
    onSettled: () => refresh("listMessages", "showCounts"),
  });
}
