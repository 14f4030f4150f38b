import type { OutboxMessage } from "@weir/rule-engine/message";
import type { OutboxRow } from "../store/outbox-store.ts";

/**
 * Decides whether a message that is due may be sent now. Called for one row after the other, which is claimed meanwhile. It
 * asks the store and control data, and waits for nothing else: no receiver and no person.
 */
export interface DeliveryGate {
  /** Every row that may be sent is told to `ended` once. */
  admit(row: OutboxRow, nowMs: number): Promise<Admission>;
  ended(row: OutboxRow, isDelivered: boolean): Promise<void>;
  /** Releases messages that were held and may go on; true where there are more of them. */
  review(nowMs: number): Promise<boolean>;
}

export type Admission =
  | { readonly kind: "send"; readonly message: OutboxMessage }
  /** The gate has seen to it that the row is not due any more, or is another one. */
  | { readonly kind: "put off" }
  /** It can never be sent. */
  | { readonly kind: "refused"; readonly reason: string };
