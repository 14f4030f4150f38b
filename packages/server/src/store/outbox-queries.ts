import type { MessageKind, MessageState } from "@weir/protocol/closed-sets";
import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Answers people's questions about the outbox. It reads beside the processor and changes nothing.
 *
 * Promises: a page that continues `beforeId` the last row of an earlier page repeats no row and leaves out none that
 * existed throughout. Each answer is a snapshot of one moment; two answers may be of different moments.
 */
export interface OutboxQueries {
  /** Newest first. */
  list(query: OutboxListQuery): Promise<OutboxRecord[]>;
  find(id: number): Promise<OutboxRecord | null>;
  /**
   * Mails that chains of the account have sent on that day (days since 1970, UTC). A mail to three addresses counts as
   * three.
   */
  mailsOn(accountId: number, day: number): Promise<number>;
  /** The `limit` accounts that sent the most mails on that day, among those with at least `mailsMin`. */
  accountsMailing(day: number, mailsMin: number, limit: number): Promise<number[]>;
  /** Hours from `sinceHour` (hours since 1970) in which channels of the account were over their limit, oldest first. */
  limitedHours(accountId: number, sinceHour: number): Promise<LimitedHour[]>;
  close(): Promise<void>;
}

export interface OutboxListQuery {
  readonly accountId?: number;
  readonly state?: MessageState;
  readonly kind?: MessageKind;
  /** Only rows of these sensors; an empty list selects no row. */
  readonly sensorIds?: readonly number[];
  readonly chainId?: number;
  readonly nodeId?: string;
  /** Only rows older than this one, to continue a list. */
  readonly beforeId?: number;
  readonly limit: number;
}

export interface OutboxRecord {
  readonly id: number;
  readonly key: string;
  readonly accountId: number;
  readonly sensorId: number;
  readonly chainId: number;
  readonly nodeId: string;
  readonly destination: string;
  readonly message: OutboxMessage;
  readonly createdMs: number;
  /** When a waiting row is tried next. */
  readonly dueMs: number;
  readonly tries: number;
  readonly state: MessageState;
  readonly lastError: string | null;
  /** Why the row waits although nothing failed; null if it is not held. */
  readonly heldBecause: string | null;
  readonly settledMs: number | null;
}

/** An hour in which a channel was over its limit. */
export interface LimitedHour {
  /** UUID of the channel. */
  readonly channel: string;
  /** Hours since 1970. */
  readonly hour: number;
  /** Changes of alarms that the channel was not told of one by one. */
  readonly leftOut: number;
}
