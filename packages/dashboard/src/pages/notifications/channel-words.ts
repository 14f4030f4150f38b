import type { ChannelProblem } from "@weir/protocol/channel-problems";
import type { ChannelKind } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";

export type Channel = CallAnswer<"listChannels">["items"][number];

export const channelKindLabels = {
  mail: "Email",
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
  telegram: "Telegram",
  ntfy: "ntfy",
  webhook: "Webhook",
  push: "Browser",
} as const satisfies Record<ChannelKind, string>;

/** Why nothing reaches a channel. */
export const channelProblemTexts = {
  no_mail_server: "Nothing reaches this channel until the operator sets up a mail server.",
  not_confirmed: "Nothing reaches this channel until the recipient agrees to receive email.",
  declined: "Nothing reaches this channel: the recipient declined email from this account.",
} as const satisfies Record<ChannelProblem, string>;

/** A channel that people set up with a form; a browser subscribes itself. */
export type TypedKind = Exclude<ChannelKind, "push">;

const { push: _, ...typed } = channelKindLabels;
export const typedKindLabels: Readonly<Record<TypedKind, string>> = typed;

/** The text fields of each kind, in order. The first one is what a channel is about. */
export const targetFields = {
  mail: [{ key: "address", label: "Email address", type: "email", example: "e.g. ops@example.org" }],
  slack: [
    {
      key: "url",
      label: "Webhook URL",
      type: "url",
      example: "e.g. https://hooks.slack.com/services/…",
      hint: "In Slack: Apps → Incoming Webhooks → Add to Slack.",
    },
  ],
  teams: [
    {
      key: "url",
      label: "Workflow URL",
      type: "url",
      example: "e.g. https://….logic.azure.com/…",
      hint: "In Teams: channel → Workflows → “Post to a channel when a webhook request is received”.",
    },
  ],
  discord: [
    {
      key: "url",
      label: "Webhook URL",
      type: "url",
      example: "e.g. https://discord.com/api/webhooks/…",
      hint: "In Discord: channel settings → Integrations → Webhooks.",
    },
  ],
  telegram: [
    {
      key: "bot_token",
      label: "Bot token",
      type: "password",
      hint: "From @BotFather. Then add the bot to the chat.",
    },
    {
      key: "chat_id",
      label: "Chat ID",
      type: "text",
      example: "e.g. -1001234567890",
      hint: "The number of the chat, or @name of a public channel.",
    },
  ],
  ntfy: [
    {
      key: "topic",
      label: "Topic",
      type: "text",
      example: "e.g. riverside-alarms-x7k2p",
      hint: "Subscribe to the same topic in the ntfy app. Choose one that is hard to guess.",
    },
    {
      key: "server_url",
      label: "Server",
      type: "url",
      isOptional: true,
      example: "e.g. https://ntfy.example.org",
      hint: "Leave empty for ntfy.sh.",
    },
    {
      key: "token",
      label: "Access token",
      type: "password",
      isOptional: true,
      hint: "Only for a protected topic.",
    },
  ],
  webhook: [
    {
      key: "url",
      label: "URL",
      type: "url",
      example: "e.g. https://example.org/alarms",
      hint: "Receives a POST request with JSON, signed with the account’s secret “webhook”.",
    },
  ],
} as const satisfies Record<TypedKind, readonly TargetField[]>;

export interface TargetField {
  readonly key: string;
  readonly label: string;
  readonly type: "text" | "url" | "email" | "password";
  readonly hint?: string;
  readonly example?: string;
  readonly isOptional?: boolean;
}
