import type { AccountName, ItemOf } from "./client/api-client.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource } from "./records.ts";
import { formatFields } from "./table.ts";

type Message = ItemOf<"listMessages">;

export function messageToText(message: Message, account: AccountName): string {
  return formatFields([
    ["Message", String(message.id)],
    ["State", message.state],
    ["Key", message.key],
    ["Account", printable(account.name)],
    ["Sensor", describeSource(message)],
    ...(message.message.kind === "notification"
      ? []
      : [["Chain", `${describeChain(message)}, node ${printable(message.node)}`] as const]),
    ["Created", message.created_at],
    ["Attempts", String(message.tries)],
    message.state === "waiting"
      ? ["Next attempt", message.next_try_at ?? "-"]
      : ["Settled", message.settled_at ?? "-"],
    ...(message.held_because === null ? [] : [["Held", printable(message.held_because)] as const]),
    ["Last error", printable(message.last_error ?? "-")],
    ["Kind", message.message.kind],
    ...contentFields(message.message),
  ]);
}

function contentFields(content: Message["message"]): (readonly [string, string])[] {
  switch (content.kind) {
    case "unreadable":
      return [];
    case "webhook":
      return [
        ["URL", printable(content.url)],
        ...Object.entries(content.headers).map(
          ([name, value]) => ["Header", printable(`${name}: ${value}`)] as const,
        ),
        ["Signed with", `secret ${printable(content.secret)}`],
        ["Body", printable(content.body ?? "-")],
      ];
    case "notification":
      return [
        ["Channel", content.channel],
        ["Event", content.event],
        ...content.alarms.map(
          ({ change, name, severity }) => ["Alarm", printable(`${name} (${severity}) ${change}`)] as const,
        ),
        ...(content.more > 0 ? [["More alarms", String(content.more)] as const] : []),
      ];
    case "mail":
      return [
        ["To", printable(content.to.join(", "))],
        ["Subject", printable(content.subject ?? "-")],
        ["Text", printable(content.text ?? "-")],
      ];
    case "mqtt":
      return [
        ["Broker", printable(content.url)],
        ["User", printable(content.username ?? "-")],
        ["Password", content.password_secret === null ? "-" : `secret ${printable(content.password_secret)}`],
        ["Topic", printable(content.topic ?? "-")],
        ["QoS", `${content.qos}${content.retain ? ", retained" : ""}`],
        ["Payload", printable(content.payload ?? "-")],
      ];
  }
}
