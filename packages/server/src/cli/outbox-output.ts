import { headerAsWritten } from "@weir/rule-engine/header-template";
import type { OutboxMessage } from "@weir/rule-engine/message";
import type { MessageView } from "../manage/messages/outbox-messages.ts";
import { msOrNull } from "../manage/records/record-values.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource, formatMs, originToJson } from "./record-output.ts";
import { formatFields, formatTable } from "./table.ts";

export function messagesToTable(messages: readonly MessageView[]): string {
  const rows = messages.map((row) => [
    String(row.id),
    row.state,
    formatMs(row.createdMs),
    row.message.kind,
    printable(row.destination),
    String(row.tries),
    describeSource(row.origin),
    printable(row.heldBecause ?? row.lastError ?? "-"),
  ]);
  return formatTable(["ID", "STATE", "CREATED", "KIND", "TO", "TRIES", "SENSOR", "REASON"], rows);
}

export function messageToText(row: MessageView): string {
  const { origin, state } = row;
  return formatFields([
    ["Message", String(row.id)],
    ["State", state],
    ["Key", row.key],
    ["Account", printable(origin.account?.name ?? "-")],
    ["Sensor", describeSource(origin)],
    ["Chain", `${describeChain(origin)}, node ${printable(row.nodeId)}`],
    ["Created", formatMs(row.createdMs)],
    ["Tries", String(row.tries)],
    state === "waiting" ? ["Next try", formatMs(row.dueMs)] : ["Settled", msOrNull(row.settledMs) ?? "-"],
    ...(row.heldBecause === null ? [] : [["Held", printable(row.heldBecause)] as const]),
    ["Last error", printable(row.lastError ?? "-")],
    ["Kind", row.message.kind],
    ...contentFields(row.message),
  ]);
}

export function messageToJson(row: MessageView) {
  return {
    id: row.id,
    state: row.state,
    key: row.key,
    ...originToJson(row.origin),
    node: row.nodeId,
    destination: row.destination,
    created_at: formatMs(row.createdMs),
    next_try_at: row.state === "waiting" ? formatMs(row.dueMs) : null,
    tries: row.tries,
    last_error: row.lastError,
    held_because: row.heldBecause,
    settled_at: msOrNull(row.settledMs),
    message: row.message,
  };
}

function contentFields(message: OutboxMessage): (readonly [string, string])[] {
  switch (message.kind) {
    case "webhook":
      return [
        ["URL", printable(message.url)],
        ...Object.entries(message.headers).map(
          ([name, value]) => ["Header", printable(`${name}: ${headerAsWritten(value)}`)] as const,
        ),
        ["Signed with", `secret ${printable(message.secret)}`],
        ["Body", printable(message.body)],
      ];
    case "mail":
      return [
        ["To", printable(message.to.join(", "))],
        ["Subject", printable(message.subject)],
        ["Text", printable(message.text)],
      ];
    case "mqtt":
      return [
        ["Broker", printable(message.url)],
        ["User", printable(message.username ?? "-")],
        ["Password", message.passwordSecret === null ? "-" : `secret ${printable(message.passwordSecret)}`],
        ["Topic", printable(message.topic)],
        ["QoS", `${message.qos}${message.retain ? ", retained" : ""}`],
        ["Payload", printable(message.payload)],
      ];
  }
}
