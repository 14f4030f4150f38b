import type { OutboxMessage } from "@weir/rule-engine/message";
import type { OutboxRow } from "../store/outbox/outbox-store.ts";

/**
 * Decides whether a due message may be sent now. It is called for one claimed row after the other. It asks the store and
 * control data, and waits for neither receivers nor people.
 */
export interface DeliveryGate {
  /** `ended` is called once for every row that may be sent. */
  admit(row: OutboxRow, nowMs: number): Promise<Admission>;
  ended(row: OutboxRow, isDelivered: boolean): Promise<void>;
  /** Releases held messages that may be sent now. Resolves to whether there are more of them. */
  review(nowMs: number): Promise<boolean>;
}

export type Admission =
  | { readonly kind: "send"; readonly message: OutboxMessage }
  /** There is no reason to send it any more. */
  | { readonly kind: "needless"; readonly note: string }
  /** The gate has made sure that the row is no longer due, or has replaced it. */
  | { readonly kind: "put off" }
  /** The message can never be sent. */
  | { readonly kind: "refused"; readonly reason: string };
