import type { MailMessage, MqttMessage, WebhookMessage } from "@weir/rule-engine/message";
import { type Network, parseNetwork } from "../platform/address.ts";
import { AddressGuard } from "./address-guard.ts";
import { type ConnectorOptions, GuardedConnector } from "./guarded-connector.ts";
import type { Delivery } from "./sender.ts";

/** For tests: what all tests that send messages share. */
export const testSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
export const testPassword = "correct horse battery staple";

export function networksOf(...texts: string[]): Network[] {
  return texts.map((text) => parseNetwork(text)!);
}

export const everyLoopback = networksOf("127.0.0.0/8", "::1", "0.0.0.0", "::");

export function testConnector(options: Partial<ConnectorOptions> = {}): GuardedConnector {
  return new GuardedConnector({ guard: new AddressGuard(networksOf("127.0.0.1")), ...options });
}

export function deliveryOf<Message>(message: Message, key = "key-1"): Delivery<Message> {
  const secrets = new Map([
    ["signing", testSecret],
    ["plain", "a plain secret"],
    ["password", testPassword],
    ["wrong", "not the password"],
    ["bad", "whsec_!!!"],
    ["lines", "one\r\nHost: inside.example"],
  ]);
  return {
    key,
    message,
    secretOf: async (name) => secrets.get(name) ?? null,
    signal: new AbortController().signal,
  };
}

export function webhookTo(url: string, fields: Partial<WebhookMessage> = {}): WebhookMessage {
  return { kind: "webhook", url, headers: {}, body: '{"value":21.5}', secret: "signing", ...fields };
}

export function publishTo(url: string, fields: Partial<MqttMessage> = {}): MqttMessage {
  return {
    kind: "mqtt",
    url,
    topic: "plant/boiler/temperature",
    payload: '{"value":21.5}',
    qos: 1,
    retain: false,
    username: null,
    passwordSecret: null,
    ...fields,
  };
}

export function mailTo(to: string | readonly string[], fields: Partial<MailMessage> = {}): MailMessage {
  const recipients = typeof to === "string" ? [to] : to;
  return { kind: "mail", to: recipients, subject: "Too hot", text: "The boiler is too hot.", ...fields };
}
