import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Keeps messages that wait to be delivered, and what became of them. The processor writes rows in the transaction of
 * the readings that caused them (see outbox-entry.ts); delivery reads and settles them.
 *
 * A lane is everything that one account sends to one destination. Delivery takes turns between lanes, so `due` returns
 * the front of each lane rather than the front of one long queue: a lane with a million rows does not hide a lane with
 * one.
 *
 * A deliverer claims a row before it sends it. A claim is a lease. It ends when the row is settled or released, or when
 * its time is up and another deliverer claims the row. Each owner has an OutboxStore of its own, even if several owners
 * run in one process.
 *
 * Promises: a row is waiting, delivered or dead; only `delivered`, `failed`, `refused` and `retry` change that (and see
 * held-messages.ts). A row has one claim at a time, and every claim of it has a new number. A deliverer that reports what
 * became of a row presents its claim; a claim that has ended changes nothing. Deleting old settled rows and `retry`, which a
 * person asks for, need no claim because nobody claims such rows. After a power cut a claim or a settlement may be
 * forgotten, and the same readings may write a row again, always with the same key. So delivery is at least once, and the
 * key identifies repeats.
 */
export interface OutboxStore {
  /** Waiting rows that are due and not claimed: the oldest of each lane, in order of age. */
  due(nowMs: number, query: DueQuery): Promise<DueRow[]>;
  /** Claims the given rows that still wait and are not claimed. Resolves to them in the order of `ids`. */
  claim(ids: readonly number[], lease: Lease): Promise<OutboxRow[]>;
  /** Gives up the claim of a row, which is then due as before. */
  release(claim: Claim): Promise<void>;
  /** Gives up all claims of this owner except these: they are from an earlier process of the same name, which has died. */
  releaseOthers(exceptIds: readonly number[]): Promise<void>;
  /** The next time after `afterMs` at which a row becomes due or a lease ends, or null. */
  nextDueMs(afterMs: number): Promise<number | null>;
  /**
   * Settles the row as delivered. `note` is something people should know nevertheless. Like the next two, resolves to
   * false if the claim has ended.
   */
  delivered(claim: Claim, nowMs: number, note: string | null): Promise<boolean>;
  /** Records a failed try. `againMs` is when to try again; null makes the row dead. */
  failed(claim: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean>;
  /** Makes the row dead without a try, because it will never be sent. */
  refused(claim: Claim, reason: string, nowMs: number): Promise<boolean>;
  /** Puts a dead or delivered row back to wait and resets its tries. Resolves to false if there is no such row. */
  retry(id: number, nowMs: number): Promise<boolean>;
  /** Deletes settled rows that are too old or too many, oldest first. Resolves to how many. */
  prune(query: PruneQuery): Promise<number>;
}

/** A deliverer's claim of a row. */
export interface Claim {
  readonly id: number;
  /** The number of this claim; every claim of the row has a new one. */
  readonly claim: number;
}

export interface DueQuery {
  readonly max: number;
  readonly perLaneMax: number;
  readonly withoutDestinations: ReadonlySet<string>;
  readonly withoutAccounts: ReadonlySet<number>;
}

export interface Lease {
  readonly nowMs: number;
  readonly untilMs: number;
}

export interface PruneQuery {
  readonly settledBeforeMs: number;
  /** How many settled rows may stay, regardless of their age. */
  readonly keepMax: number;
  /** Deletes at most this many rows. */
  readonly max: number;
}

export interface DueRow {
  readonly id: number;
  readonly accountId: number;
  /** The key of limits: scheme, host and port of a URL, or the mail server. */
  readonly destination: string;
}

export interface OutboxRow extends DueRow, Claim {
  /** The idempotency key: the same for every try, and for the same reading after a crash. */
  readonly key: string;
  readonly message: OutboxMessage;
  readonly tries: number;
  readonly createdMs: number;
  /** The address whose confirmation the row was held for until its time was up; null if there was none. */
  readonly heldFor: string | null;
}
