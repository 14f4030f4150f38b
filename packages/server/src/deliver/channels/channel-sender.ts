import type { ChannelKind } from "@weir/protocol/closed-sets";
import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import type { Clock } from "../../platform/clock.ts";
import type { GuardedConnector } from "../guarded-connector.ts";
import { delivered, failed, hopeless, outcomeOf, type SendOutcome } from "../sender.ts";
import type { WholeAnswer } from "../webhook/read-answer.ts";
import { retryAfterMs } from "../webhook/retry-after.ts";
import { signingKey, signWebhook } from "../webhook/signature.ts";
import { discordRequest } from "./formats/discord.ts";
import { ntfyRequest } from "./formats/ntfy.ts";
import { pushRequest } from "./formats/push.ts";
import { slackRequest } from "./formats/slack.ts";
import { teamsRequest } from "./formats/teams.ts";
import { telegramRequest } from "./formats/telegram.ts";
import { webhookRequest } from "./formats/webhook.ts";
import type { ChannelRequest, Notice } from "./notice.ts";
import { postRequest } from "./post-request.ts";
import type { VapidKey } from "./web-push/vapid.ts";

/** A target that is reached over HTTP. Mail goes through the mail server instead. */
export type PostedTarget = Exclude<ChannelTargetForm, { kind: "mail" }>;

interface ChannelSenderParts {
  readonly connector: GuardedConnector;
  /** For channels that are not trusted: it reaches public addresses only. */
  readonly publicConnector: GuardedConnector;
  readonly clock: Clock;
  /** The version of Weir, for the User-Agent header. */
  readonly version: string;
  /** Null until the first browser has subscribed. */
  readonly vapidKey: () => Promise<VapidKey | null>;
  /** A mailto: or https: URL at which the operator of a push service can reach us. Null if there is none. */
  readonly contact: string | null;
}

/** Push services demand a contact. */
const unknownContact = "mailto:nobody@localhost";

interface PostedNotice {
  readonly target: PostedTarget;
  /** See FoundChannel. */
  readonly isTrusted: boolean;
  readonly notice: Notice;
  /** The same for every try, so that receivers can recognize repeats. */
  readonly key: string;
  /** Signs webhooks. */
  readonly signingSecret: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Names as people know them, for what a receiver answered. */
export const receiverNames = {
  mail: "The mail server",
  webhook: "The server",
  slack: "Slack",
  teams: "Teams",
  discord: "Discord",
  telegram: "Telegram",
  ntfy: "ntfy",
  push: "The browser's push service",
} as const satisfies Record<ChannelKind, string>;

const answerCharsMax = 200;

/**
 * Sends notices to receivers over HTTP, each in its format. Reasons contain the receiver's answer, but no URL or token. Those of
 * channels that are not trusted say nothing about the receiver, whatever went wrong.
 */
export class ChannelSender {
  readonly #parts: ChannelSenderParts;

  constructor(parts: ChannelSenderParts) {
    this.#parts = parts;
  }

  async send(posted: PostedNotice): Promise<SendOutcome> {
    const outcome = await outcomeOf(async () => {
      const request = await this.#requestFor(posted);
      if (request === null) return hopeless("The server has lost its key for push messages.");
      const { connector, publicConnector, version, clock } = this.#parts;
      const allowed = posted.isTrusted ? connector : publicConnector;
      const answer = await postRequest({ connector: allowed, version }, request, posted.signal);
      return judge(posted.target.kind, answer, clock.nowMs());
    });
    if (outcome.kind === "delivered") return outcome;
    if (!posted.isTrusted) return { ...outcome, reason: untrustedReason(posted.target.kind) };
    return { ...outcome, reason: withoutSecrets(outcome.reason, posted.target) };
  }

  async #requestFor(posted: PostedNotice): Promise<ChannelRequest | null> {
    const { target, notice, key, isTrusted, signingSecret } = posted;
    const nowMs = this.#parts.clock.nowMs();
    switch (target.kind) {
      case "webhook": {
        if (!isTrusted) return webhookRequest(target.url, notice, () => ({ "Idempotency-Key": key }));
        const secret = signingKey(await signingSecret());
        return webhookRequest(target.url, notice, (body) => signedHeaders(secret, key, nowMs, body));
      }
      case "slack":
        return slackRequest(target.url, notice);
      case "teams":
        return teamsRequest(target.url, notice);
      case "discord":
        return discordRequest(target.url, notice);
      case "telegram":
        return telegramRequest(target, notice);
      case "ntfy":
        return ntfyRequest(target, notice);
      case "push": {
        const vapid = await this.#parts.vapidKey();
        return (
          vapid &&
          pushRequest(target, notice, { vapid, contact: this.#parts.contact ?? unknownContact, nowMs })
        );
      }
    }
  }
}

function untrustedReason(kind: ChannelKind): string {
  return `${receiverNames[kind]} did not accept the message, or cannot be reached on the public internet.`;
}

function signedHeaders(secret: Buffer, key: string, nowMs: number, body: string): Record<string, string> {
  const timestampS = Math.floor(nowMs / 1000);
  return {
    "Idempotency-Key": key,
    "webhook-id": key,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": signWebhook(secret, key, timestampS, body),
  };
}

function judge(kind: ChannelKind, { status, headers, text }: WholeAnswer, nowMs: number): SendOutcome {
  if (status >= 200 && status < 300) return delivered;
  const name = receiverNames[kind];
  const isGone = status === 410 || (kind === "push" && status === 404);
  if (isGone && kind === "push") {
    return hopeless("This browser no longer accepts notifications. Delete the channel and add it again.");
  }
  if (status >= 300 && status < 400) return failed(`${name} answered ${status}; redirects are not followed.`);
  const words = readable(text);
  const reason = words === "" ? `${name} answered ${status}.` : `${name} answered ${status}: ${words}`;
  if (isGone) return hopeless(reason);
  return failed(
    reason,
    status === 429 || status === 503 ? retryAfterMs(headers.get("retry-after"), nowMs) : null,
  );
}

/** What people should read of an answer: the message in a JSON answer, or the text. A page of HTML says nothing. */
function readable(text: string): string {
  const words = messageIn(text) ?? text;
  if (/^\s*</.test(words)) return "";
  return words
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, answerCharsMax);
}

function messageIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null) return null;
    const { description, message, error } = answer as Record<string, unknown>;
    return [description, message, error].find((field) => typeof field === "string") ?? null;
  } catch {
    return null;
  }
}

/** Receivers may repeat what they were sent. */
function withoutSecrets(reason: string, target: PostedTarget): string {
  const { kind, ...fields } = target;
  let text = reason;
  for (const value of Object.values(fields)) {
    if (value !== null && value.length > 8 && value !== originOfText(value)) {
      text = text.replaceAll(value, "***");
    }
  }
  return text;
}

function originOfText(text: string): string | null {
  return URL.parse(text)?.origin ?? null;
}
