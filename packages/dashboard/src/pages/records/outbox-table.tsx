import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useMay } from "../../app/session.tsx";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, SelectionBar, useSelection } from "../../ui/selection.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { kinds, type Message, MessageState } from "./message-state.tsx";
import { RecordNode } from "./record-origin.tsx";

/** As many as one call takes. */
const retriedMax = 100;

export function OutboxTable({ messages }: { readonly messages: readonly Message[] }) {
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<Message | null>(null);
  const selection = useSelection(messages.filter(({ state }) => state !== "waiting").map(({ id }) => id));
  const retry = useChange("retryMessages", {
    refreshes: ["listMessages"],
    said: ({ retried }) => `${plural(retried.length, "message")} will be tried again.`,
    onDone: () => {
      selection.clear();
      setOpened(null);
    },
  });
  const all = (
    <SelectBox
      label="Choose all that are settled"
      isOn={selection.isAll}
      isPartly={selection.ids.length > 0}
      onToggle={selection.toggleAll}
    />
  );
  return (
    <>
      <SelectionBar selection={selection} what="message">
        <Button
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          isBusy={retry.isPending}
          onClick={() => retry.mutate({ body: { ids: selection.ids.slice(0, retriedMax) } })}
        >
          {selection.ids.length > retriedMax ? `Send the first ${retriedMax} again` : "Send again"}
        </Button>
      </SelectionBar>
      <CardTable
        label="Messages"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
          ["state", "State"],
          ["destination", "Destination"],
          ["from", "From"],
          ["created", "Created"],
          ["tries", "Tries"],
          ["next", "Next try"],
        ]}
      >
        {messages.map((message) => (
          <CardTr key={message.id}>
            {mayChange && (
              <CardTd className={message.state === "waiting" ? "max-md:hidden" : ""}>
                {message.state !== "waiting" && (
                  <SelectBox
                    label={`Choose message ${message.id}`}
                    isOn={selection.has(message.id)}
                    onToggle={(isRange) => selection.toggle(message.id, isRange)}
                  />
                )}
              </CardTd>
            )}
            <CardTd>
              <MessageState state={message.state} />
            </CardTd>
            <CardTd isWide className="max-w-96 max-md:max-w-full">
              <button
                type="button"
                className="block max-w-full truncate text-left font-medium hover:underline"
                title="Show all of it"
                onClick={() => setOpened(message)}
              >
                <span className="mr-1.5 text-muted">{kinds[message.message.kind]}</span>
                {message.destination}
              </button>
              {message.last_error !== null && <p className="line-clamp-2 text-muted">{message.last_error}</p>}
            </CardTd>
            <CardTd>
              <RecordNode chain={message.chain} node={message.node} />
            </CardTd>
            <CardTd className="whitespace-nowrap text-muted">
              <RelativeTime at={message.created_at} />
            </CardTd>
            <CardTd className="whitespace-nowrap">
              {countText(message.tries)}
              <span className="md:hidden"> {message.tries === 1 ? "try" : "tries"}</span>
            </CardTd>
            <CardTd className="whitespace-nowrap text-muted">
              {message.next_try_at === null ? (
                <span className="max-md:hidden">none</span>
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
      {opened !== null && (
        <MessageDialog
          message={opened}
          onClose={() => setOpened(null)}
          actions={
            mayChange && opened.state !== "waiting" ? (
              <Button
                icon={<RotateCcw size={15} aria-hidden />}
                isBusy={retry.isPending}
                onClick={() => retry.mutate({ body: { ids: [opened.id] } })}
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
