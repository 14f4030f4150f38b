import type { Database, Statement } from "bun:sqlite";

/** How long an account that has no room is believed to have none. */
const recountMs = 10_000;

/**
 * How much room each account has left in the outbox. Counting rows for every message would be slow, so an account is
 * counted once and may then write as many as there was room for before it is counted again. Rows that were rolled
 * back, and rows that left meanwhile, only make that come sooner than it must.
 *
 * An account that was found to have no room is counted again after some rows have left, when its newest row is gone,
 * because the transaction that wrote it was rolled back, and now and then, because another process may deliver.
 */
export class SqliteOutboxRoom {
  readonly #count: Statement<{ rows: number }, [number, number]>;
  readonly #newest: Statement<{ id: number | null }, [number]>;
  readonly #isThere: Statement<{ id: number }, [number, number]>;
  readonly #waitingMax: number;
  readonly #left = new Map<number, number>();
  /** The newest row of each account that has no room, and when that was found. */
  readonly #full = new Map<number, { readonly newestId: number; readonly sinceMs: number }>();
  #freed = 0;

  constructor(db: Database, waitingMax: number) {
    this.#waitingMax = waitingMax;
    this.#count = db.prepare(
      `SELECT count(*) AS rows FROM (
         SELECT 1 FROM outbox WHERE state = 'waiting' AND account_id = ? LIMIT ?
       )`,
    );
    this.#newest = db.prepare("SELECT max(id) AS id FROM outbox WHERE account_id = ?");
    this.#isThere = db.prepare("SELECT id FROM outbox WHERE id = ? AND account_id = ?");
  }

  /** Takes the room of one row; false when there is none. */
  take(accountId: number, nowMs: number): boolean {
    if (this.#isKnownFull(accountId, nowMs)) return false;
    const left = this.#left.get(accountId) || this.#countedLeft(accountId);
    if (left === 0)
      this.#full.set(accountId, { newestId: this.#newest.get(accountId)?.id ?? 0, sinceMs: nowMs });
    else this.#left.set(accountId, left - 1);
    return left > 0;
  }

  /** A row does not wait any more. */
  freed(): void {
    if (++this.#freed < this.#waitingMax / 100) return;
    this.#freed = 0;
    this.#full.clear();
  }

  #isKnownFull(accountId: number, nowMs: number): boolean {
    const full = this.#full.get(accountId);
    if (full === undefined) return false;
    const isRecent = Math.abs(nowMs - full.sinceMs) < recountMs;
    if (isRecent && this.#isThere.get(full.newestId, accountId) !== null) return true;
    this.#full.delete(accountId);
    return false;
  }

  #countedLeft(accountId: number): number {
    return this.#waitingMax - this.#count.get(accountId, this.#waitingMax)!.rows;
  }
}
