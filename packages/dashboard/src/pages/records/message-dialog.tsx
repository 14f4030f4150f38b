import type { ReactNode } from "react";
import { exactTime, parseTime } from "../../format/time.ts";
import { Facts } from "../../ui/card.tsx";
import { CodeBlock, CopyText } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { kinds, type Message, MessageState } from "./message-state.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

/** The details of a message. The server hides possible secrets. */
export function MessageDialog({
  message,
  onClose,
  actions,
}: {
  readonly message: Message;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
}) {
  const { message: content, device, sensor, chain, node, node_name } = message;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${kinds[content.kind]} to ${message.destination}`}
      {...reasonOf(message)}
      isWide
      actions={actions}
    >
      <div className="flex flex-col gap-4">
        <Facts
          items={[
            ["State", <MessageState key="state" state={message.state} />],
            // No chain sends notifications.
            ...(content.kind === "notification"
              ? []
              : [
                  [
                    "Rule chain",
                    <RecordNode key="node" chain={chain} node={node} node_name={node_name} />,
                  ] as const,
                ]),
            ["Device", <RecordDevice key="device" device={device} sensor={sensor} />],
            ["Created", timeText(message.created_at)],
            ["Attempts", String(message.tries)],
            ...(message.next_try_at === null
              ? []
              : [["Next attempt", timeText(message.next_try_at)] as const]),
            ...(message.settled_at === null ? [] : [["Finished", timeText(message.settled_at)] as const]),
            ["Idempotency key", <CopyText key="key" text={message.key} />],
            ...addressOf(content),
          ]}
        />
        <CodeBlock {...bodyOf(content)} />
      </div>
    </Dialog>
  );
}

function reasonOf({ held_because, last_error }: Message): { readonly description?: string } {
  if (held_because !== null) return { description: held_because };
  return last_error === null ? {} : { description: `Last attempt: ${last_error}` };
}

type Content = Message["message"];

function addressOf(content: Content): (readonly [string, ReactNode])[] {
  if (content.kind === "mail") {
    return [
      ["To", content.to.join(", ")],
      ["Subject", content.subject],
    ];
  }
  if (content.kind === "mqtt") {
    const kept = content.retain ? ", retained" : "";
    return [
      ["Broker", content.url],
      ["Topic", `${content.topic} (QoS ${content.qos}${kept})`],
    ];
  }
  if (content.kind === "notification") return [["Event", eventWords[content.event]]];
  if (content.kind === "unreadable") return [];
  const headers = Object.keys(content.headers);
  return [
    ["URL", content.url],
    ["Signed with", content.secret],
    ...(headers.length === 0 ? [] : [["Headers", headers.join(", ")] as const]),
  ];
}

function bodyOf(content: Content): { label: string; code: string } {
  if (content.kind === "mail") return { label: "Text", code: content.text ?? "" };
  if (content.kind === "notification") return { label: "Alarms", code: alarmLines(content) };
  if (content.kind === "mqtt") return { label: "Payload", code: indented(content.payload ?? "") };
  if (content.kind === "unreadable") return { label: "Content", code: "This version can’t read it." };
  return { label: "Body", code: indented(content.body ?? "") };
}

type Notification = Extract<Content, { kind: "notification" }>;

export const eventWords = {
  raised: "Alarm raised",
  cleared: "Alarm cleared",
  escalated: "Alarm not acknowledged",
  digest: "Digest",
  limited: "Left out, over the channel’s limit",
} as const satisfies Record<Notification["event"], string>;

function alarmLines({ alarms, more }: Notification): string {
  const lines = alarms.map(({ change, severity, name, message, device }) =>
    [`${name} (${severity}, ${change})`, device.name, message ?? ""]
      .filter((part) => part !== "")
      .join(" · "),
  );
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

/** Indents JSON, which is easier to read. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function timeText(at: string): string {
  return exactTime(parseTime(at));
}
