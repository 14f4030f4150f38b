import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Messages that wait to be delivered, and what became of them. Rows are written by the processor in the transaction
 * of the readings that caused them (see outbox-writer.ts); delivery only reads them and settles them.
 *
 * A lane is what one account sends to one destination. Delivery takes turns between lanes, so `due` shows the front of
 * each instead of the front of one long queue: a lane with a million rows does not hide a lane with one.
 *
 * Whoever delivers a row claims it first. A claim is a lease: it ends when the row is settled or released, or when its time
 * is up, because its owner has died, and somebody claims the row again. Each owner has an OutboxStore of its own, also of
 * several in one process.
 *
 * Promises: a row is waiting, delivered or dead; only `delivered`, `failed`, `refused` and `retry` change it (and see held-messages.ts).
 * A row has one claim at a time, and each claim of it has another number. Whoever tells what became of a row presents its claim;
 * under one that has ended nothing changes, whatever there is to tell. Deleting what is settled long since, and `retry`, which is
 * a person's wish, are about rows that nobody claims: everybody may do so.
 * After a power cut a claim or a settlement may be forgotten, and a row may be written again by the same readings, always with
 * the same key: so delivery is at least once and the key tells the repeats.
 */
export interface OutboxStore {
  /** Waiting rows that are due and not claimed: the oldest of each lane, and these oldest first. */
  due(nowMs: number, query: DueQuery): Promise<DueRow[]>;
  /** Claims all of the rows that are still waiting and not claimed, and resolves to them in the order of `ids`. */
  claim(ids: readonly number[], lease: Lease): Promise<OutboxRow[]>;
  /** Gives up the claim of a row, which is then due as it was. */
  release(claim: Claim): Promise<void>;
  /** Gives up all claims of this owner except these: what an earlier owner of its name had when it died. */
  releaseOthers(exceptIds: readonly number[]): Promise<void>;
  /** When the first of the rows that are not yet due at `afterMs` will be, or a lease ends; null when there is none. */
  nextDueMs(afterMs: number): Promise<number | null>;
  /** `note` is what a person should know of it nevertheless. Like the other two, false where the claim has ended. */
  delivered(claim: Claim, nowMs: number, note: string | null): Promise<boolean>;
  /** One more try has failed. `againMs` is when to try again, null for never: the row is dead. */
  failed(claim: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean>;
  /** It will never be sent, and was not tried: the row is dead. */
  refused(claim: Claim, reason: string, nowMs: number): Promise<boolean>;
  /** Puts a dead or delivered row back to wait, its tries counted anew. False when there is no such row. */
  retry(id: number, nowMs: number): Promise<boolean>;
  /** Deletes settled rows that are too old or too many, the oldest first; resolves to how many. */
  prune(query: PruneQuery): Promise<number>;
}

/** The claim of a row. */
export interface Claim {
  readonly id: number;
  /** Which one of the claims that the row has had. */
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
  /** How many settled rows may stay, however young. */
  readonly keepMax: number;
  /** How many to delete at most. */
  readonly max: number;
}

export interface DueRow {
  readonly id: number;
  readonly accountId: number;
  /** What limits are counted by: scheme, host and port of a URL, or the mail server. */
  readonly destination: string;
}

export interface OutboxRow extends DueRow, Claim {
  /** The idempotency key: the same for every try, and for the same reading after a crash. */
  readonly key: string;
  readonly message: OutboxMessage;
  readonly tries: number;
  readonly createdMs: number;
  /** The address whose confirmation it was held for, until its time was up; null where it was held for none. */
  readonly heldFor: string | null;
}
