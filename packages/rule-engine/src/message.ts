/**
 * A message that a chain sends. The processor writes it into the outbox with the batch; delivery happens later and separately,
 * at least once. Messages are plain JSON and contain no secrets, only the names of the account's secrets.
 */
export type OutboxMessage = WebhookMessage | MailMessage | MqttMessage;

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
