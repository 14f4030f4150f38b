import type { MessageKind, MessageState } from "@weir/protocol/closed-sets";
import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * What people may ask of the outbox. Reads beside the processor and changes nothing.
 *
 * Promises: a page that goes on `beforeId` the last row of an earlier one repeats no row and leaves none out that was there all
 * the while. Each answer is of one moment; two of them are not.
 */
export interface OutboxQueries {
  /** The newest first. */
  list(query: OutboxListQuery): Promise<OutboxRecord[]>;
  find(id: number): Promise<OutboxRecord | null>;
  /** Mails that chains of the account have sent on that day (days since 1970, UTC); one to three addresses counts as three. */
  mailsOn(accountId: number, day: number): Promise<number>;
  /** Accounts that have sent so many on that day or more, those with the most first; `limit` of them. */
  accountsMailing(day: number, mailsMin: number, limit: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface OutboxListQuery {
  readonly accountId?: number;
  readonly state?: MessageState;
  readonly kind?: MessageKind;
  /** Of any of these; none is of an empty list. */
  readonly sensorIds?: readonly number[];
  readonly chainId?: number;
  readonly nodeId?: string;
  /** Only rows older than this one, to go on from where a list ended. */
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
  /** When it is tried next, while it waits. */
  readonly dueMs: number;
  readonly tries: number;
  readonly state: MessageState;
  readonly lastError: string | null;
  /** Why it waits although nothing failed; null where it is not held. */
  readonly heldBecause: string | null;
  readonly settledMs: number | null;
}
