import type { OutboxMessage } from "@weir/rule-engine/message";
import { DeliveryError } from "./delivery-error.ts";

/** Sends messages of one kind. A try ends within its own limit, or soon after the signal. */
export interface Sender<Message> {
  send(delivery: Delivery<Message>): Promise<SendOutcome>;
}

export interface Delivery<Message> {
  readonly key: string;
  readonly message: Message;
  /** Resolves to a secret of the account by its name, or null. */
  readonly secretOf: (name: string) => Promise<string | null>;
  readonly signal: AbortSignal;
}

export type SendOutcome =
  | { readonly kind: "delivered"; readonly note: string | null }
  /** Try again, but not before `retryAfterMs` if the other side asked for that. */
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number | null }
  /** Never try again. */
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

/** Returns the result of a try, including faults on the way. */
export async function outcomeOf(attempt: () => Promise<SendOutcome>): Promise<SendOutcome> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.code === "hopeless" ? hopeless(error.message) : failed(error.message);
  }
}
