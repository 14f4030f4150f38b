import type { OwnerQueries } from "../store/owner-queries.ts";

/** An account with less room than this is counted again now and then, because messages leave the outbox meanwhile. */
const littleRoom = 50_000;
const recountMs = 1000;

/**
 * Knows how many more messages of each account may wait to be delivered. The cost of counting grows with the waiting
 * rows, so an account is counted once, and again only if little room is left: one account before each batch, and each
 * at most once a second.
 */
export class OutboxRoom {
  readonly #queries: Pick<OwnerQueries, "outboxRoom">;
  readonly #left = new Map<number, number>();
  /** When each account with little room was last counted, in that order. */
  readonly #little = new Map<number, number>();

  constructor(queries: Pick<OwnerQueries, "outboxRoom">) {
    this.#queries = queries;
  }

  has(accountId: number): boolean {
    return this.#left.has(accountId);
  }

  /** Called before a batch: counts these accounts, which are new here, and one account with little room. */
  async count(accountIds: ReadonlySet<number>, nowMs: number): Promise<void> {
    const due = [...accountIds];
    const [longestAgo] = this.#little;
    if (longestAgo !== undefined && Math.abs(nowMs - longestAgo[1]) >= recountMs) due.push(longestAgo[0]);
    if (due.length === 0) return;
    for (const [accountId, left] of await this.#queries.outboxRoom(due)) {
      this.#left.set(accountId, left);
      this.#little.delete(accountId);
      if (left < littleRoom) this.#little.set(accountId, nowMs);
    }
  }

  /** Takes the room of one message. Returns false if there is none. */
  take(accountId: number): boolean {
    const left = this.#left.get(accountId) ?? 0;
    if (left === 0) return false;
    this.#left.set(accountId, left - 1);
    // Counted again before the next batch.
    if (left === littleRoom) this.#little.set(accountId, Number.NEGATIVE_INFINITY);
    return true;
  }

  /** Called when the batch was given up: the room of accounts is counted again. */
  forget(): void {
    this.#left.clear();
    this.#little.clear();
  }
}
