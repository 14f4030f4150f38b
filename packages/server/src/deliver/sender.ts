import type { OutboxMessage } from "@weir/rule-engine/message";
import { DeliveryError } from "./delivery-error.ts";

/** Sends messages of one kind. A try ends within a limit of its own, or soon after the signal. */
export interface Sender<Message> {
  send(delivery: Delivery<Message>): Promise<SendOutcome>;
}

export interface Delivery<Message> {
  readonly key: string;
  readonly message: Message;
  /** A secret of the account by its name; null when there is none. */
  readonly secretOf: (name: string) => Promise<string | null>;
  readonly signal: AbortSignal;
}

export type SendOutcome =
  | { readonly kind: "delivered"; readonly note: string | null }
  /** To be tried again, not before `retryAfterMs` where the other side asked for that. */
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number | null }
  /** Never to be tried again. */
  | { readonly kind: "hopeless"; readonly reason: string };

export type Senders = {
  readonly [Kind in OutboxMessage["kind"]]: Sender<Extract<OutboxMessage, { kind: Kind }>>;
};

export const delivered: SendOutcome = { kind: "delivered", note: null };

export function failed(reason: string, retryAfterMs: number | null = null): SendOutcome {
  return { kind: "failed", reason, retryAfterMs };
}

export function hopeless(reason: string): SendOutcome {
  return { kind: "hopeless", reason };
}

/** What a try came to, faults on the way included. */
export async function outcomeOf(attempt: () => Promise<SendOutcome>): Promise<SendOutcome> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.code === "hopeless" ? hopeless(error.message) : failed(error.message);
  }
}
