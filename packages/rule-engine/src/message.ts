import type { Severity } from "@weir/protocol/closed-sets";

/**
 * A message in the outbox. The processor writes it with the batch; delivery happens later and separately, at least once.
 * Messages are plain JSON and contain no secrets, only the names of the account's secrets and of channels.
 */
export type OutboxMessage = ChainMessage | NotificationMessage;

/** A message that a chain sends. */
export type ChainMessage = WebhookMessage | MailMessage | MqttMessage;

export interface WebhookMessage {
  readonly kind: "webhook";
  readonly url: string;
  /** Besides those that delivery sets itself. */
  readonly headers: Readonly<Record<string, HeaderText>>;
  /** JSON text. */
  readonly body: string;
  /** The name of the account's secret that signs it. */
  readonly secret: string;
}

/**
 * The value of a header. If it has gaps for secrets it is kept in parts: if a gap were only written into the text, a device
 * could write one into its metadata and have any secret of the account sent.
 */
export type HeaderText = string | readonly HeaderPart[];
export type HeaderPart = string | { readonly secret: string };

export interface MailMessage {
  readonly kind: "mail";
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface MqttMessage {
  readonly kind: "mqtt";
  /** `mqtt://host:port` or `mqtts://host:port`. */
  readonly url: string;
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  readonly username: string | null;
  /** The name of the account's secret that is the password. */
  readonly passwordSecret: string | null;
}

/** What a channel is told of alarms. Delivery puts it into the channel's format, with the channel's current target. */
export interface NotificationMessage {
  readonly kind: "notification";
  /** UUID of the channel. */
  readonly channel: string;
  readonly event: "raised" | "cleared" | "escalated" | "digest" | "limited";
  /** A digest gathers them when it is sent. If it is `limited`, they are what was over the channel's limit of messages. */
  readonly alarms: readonly NotifiedAlarm[];
  /** How many more alarms a digest is about. */
  readonly more: number;
  /** The key of the digest that this message belongs to, or is; null if it is sent by itself. */
  readonly digest: string | null;
  /** On the last message of an hour that a channel gets, and on the one that lists what was over the limit. */
  readonly limit?: ReachedLimit;
}

/** The limit of messages an hour that a channel has reached. */
interface ReachedLimit {
  readonly messages: number;
  /** When the hour ends. */
  readonly endMs: number;
  /** Whether critical alarms are over the limit too. */
  readonly isForAll: boolean;
}

/** What happened to an alarm. */
export interface NotifiedAlarm {
  readonly id: number;
  readonly change: "raised" | "cleared";
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly atMs: number;
  readonly value: number | null;
  /** Other values of an alarm, by their names in the API. Messages of an earlier version may lack some. */
  readonly [name: `${string}_value`]: number | null;
  /** The name is empty if the processor does not know it. */
  readonly device: { readonly uuid: string; readonly name: string };
  /** Null for an alarm about a silent device. */
  readonly sensor: { readonly uuid: string; readonly name: string } | null;
}
