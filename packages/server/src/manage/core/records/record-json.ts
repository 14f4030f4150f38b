import type { ChainMessageContentJson, MessageContentJson } from "@weir/protocol/manage/record-forms";
import { headerAsWritten } from "@weir/rule-engine/header-template";
import type { ChainMessage, OutboxMessage } from "@weir/rule-engine/message";
import type { RecordOrigin } from "../../../control/record-origins.ts";

/** The common parts of the processor's records, as the API shows them. */
export function originToJson({ device, sensor, chain, nodeName }: RecordOrigin) {
  return {
    device: device === null ? null : { uuid: device.uuid, name: device.name },
    sensor: sensor === null ? null : { uuid: sensor.uuid, slug: sensor.slug, type: sensor.type },
    chain: chain === null ? null : { uuid: chain.uuid, name: chain.name },
    node_name: nodeName,
  };
}

/** A message in the outbox. */
/** A message as people see it. */
export type ShownMessage = OutboxMessage | { readonly kind: "unreadable" };

export function outboxContentToJson(message: ShownMessage): MessageContentJson {
  if (message.kind === "unreadable") return { kind: message.kind };
  if (message.kind !== "notification") return contentToJson(message);
  const { kind, channel, event, alarms, more } = message;
  return {
    kind,
    channel,
    event,
    more,
    alarms: alarms.map(({ id, change, name, severity, message: text, device }) => ({
      id,
      change,
      name,
      severity,
      message: text,
      device: { ...device },
    })),
  };
}

export function contentToJson(message: ChainMessage): ChainMessageContentJson {
  switch (message.kind) {
    case "webhook": {
      const headers = Object.entries(message.headers).map(([name, value]) => [name, headerAsWritten(value)]);
      return { ...message, headers: Object.fromEntries(headers) };
    }
    case "mail":
      return { ...message, to: [...message.to] };
    case "mqtt": {
      const { passwordSecret, ...rest } = message;
      return { ...rest, password_secret: passwordSecret };
    }
  }
}
