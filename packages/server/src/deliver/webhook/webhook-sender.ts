import type { HeaderText, WebhookMessage } from "@weir/rule-engine/message";
import type { Clock } from "../../platform/clock.ts";
import { withinMs } from "../deadline.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { GuardedConnector } from "../guarded-connector.ts";
import { incoming } from "../incoming.ts";
import { secretOrFail } from "../secret-or-fail.ts";
import {
  type Delivery,
  delivered,
  failed,
  hopeless,
  outcomeOf,
  type Sender,
  type SendOutcome,
} from "../sender.ts";
import { webhookTarget } from "../target.ts";
import type { AnswerHead } from "./answer-head.ts";
import { readAnswer } from "./read-answer.ts";
import { retryAfterMs } from "./retry-after.ts";
import { signingKey } from "./signature.ts";
import { renderWebhook } from "./webhook-request.ts";

/** The limit for everything together: resolving, connecting, TLS, the request, the answer. */
const defaultLimitMs = 5000;

interface WebhookSenderOptions {
  readonly connector: GuardedConnector;
  readonly clock: Clock;
  /** The version of Weir, for the User-Agent header. */
  readonly version: string;
  readonly limitMs?: number;
}

/**
 * Posts webhooks, signed like Standard Webhooks. It uses HTTP/1.1 on the bare socket, because an HTTP library may resolve
 * names, follow redirects and keep connections by itself, and each of these is a way past the guard.
 */
export class WebhookSender implements Sender<WebhookMessage> {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  send(delivery: Delivery<WebhookMessage>): Promise<SendOutcome> {
    return outcomeOf(() => this.#attempt(delivery));
  }

  async #attempt({ key, message, secretOf, signal }: Delivery<WebhookMessage>): Promise<SendOutcome> {
    const { connector, clock, version, limitMs = defaultLimitMs } = this.#options;
    const target = webhookTarget(message.url);
    const secret = (name: string): Promise<string> => secretOrFail(secretOf, name);
    const request = renderWebhook({
      target,
      key,
      version,
      body: message.body,
      headers: await fillHeaders(message.headers, secret),
      signingKey: signingKey(await secret(message.secret)),
      timestampS: Math.floor(clock.nowMs() / 1000),
    });
    const answer = await withinMs(limitMs, signal, async (limit) => {
      const socket = await connector.connect(target, limit);
      try {
        socket.write(request);
        return await readAnswer(incoming(socket, limit));
      } finally {
        socket.destroy();
      }
    });
    return judge(answer, clock.nowMs());
  }
}

function judge({ status, headers }: AnswerHead, nowMs: number): SendOutcome {
  if (status >= 200 && status < 300) return delivered;
  if (status >= 300 && status < 400) {
    return failed(`The server answered ${status}; redirects are not followed.`);
  }
  if (status === 410)
    return hopeless("The server answered 410: it no longer accepts messages at this address.");
  const mayAskToWait = status === 429 || status === 503;
  return failed(
    `The server answered ${status}.`,
    mayAskToWait ? retryAfterMs(headers.get("retry-after"), nowMs) : null,
  );
}

type SecretOf = (name: string) => Promise<string>;

/** Returns the headers of a message with the current secrets filled in. */
async function fillHeaders(
  headers: Readonly<Record<string, HeaderText>>,
  secretOf: SecretOf,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filled[name] = await fill(value, secretOf);
  return filled;
}

async function fill(value: HeaderText, secretOf: SecretOf): Promise<string> {
  if (typeof value === "string") return value;
  let text = "";
  for (const part of value) text += typeof part === "string" ? part : await forHeader(part.secret, secretOf);
  return text;
}

/** A new value can fix this, so the message is tried again. */
async function forHeader(name: string, secretOf: SecretOf): Promise<string> {
  const secret = await secretOf(name);
  if (/^[\x20-\x7e]*$/.test(secret)) return secret;
  const problem = `The secret named ${JSON.stringify(name)} has characters that a header cannot carry: only printable ASCII on one line can be sent.`;
  throw new DeliveryError("failed", problem);
}
