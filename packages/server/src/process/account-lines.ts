import type { Position } from "../queue/position.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { Backlog } from "../store/parked-frames.ts";

/**
 * Knows which accounts have readings that wait for a turn, and whose turn is next. It is kept in memory beside the
 * store, because it is asked for every frame.
 */
export class AccountLines {
  readonly #queries: Pick<OwnerQueries, "backlogs">;
  #lines = new Map<number, Backlog>();
  #lastServed = -1;
  /** True if the lines must be read from the store again. */
  #isOld = true;
  /** Accounts that had no line before the open batch. */
  readonly #added = new Set<number>();

  constructor(queries: Pick<OwnerQueries, "backlogs">) {
    this.#queries = queries;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  has(accountId: number): boolean {
    return this.#lines.has(accountId);
  }

  all(): Backlog[] {
    return [...this.#lines.values()];
  }

  /** Returns the account after the one served last, so that each gets a turn; null if none waits. */
  next(): number | null {
    const waiting = [...this.#lines.keys()].sort((one, other) => one - other);
    const next = waiting.find((accountId) => accountId > this.#lastServed) ?? waiting[0] ?? null;
    if (next !== null) this.#lastServed = next;
    return next;
  }

  /** Records that frames of this account were parked or settled in the open batch. From now on new frames go behind them. */
  changed(accountId: number, position: Position): void {
    this.#isOld = true;
    if (this.#lines.has(accountId)) return;
    this.#lines.set(accountId, { accountId, position, readings: 0, bytes: 0 });
    this.#added.add(accountId);
  }

  /** Called when the batch was given up. */
  rolledBack(): void {
    this.#isOld = true;
    for (const accountId of this.#added) this.#lines.delete(accountId);
    this.#added.clear();
  }

  /** Called between batches: reads the lines again if something has changed. */
  async refresh(): Promise<void> {
    if (!this.#isOld) return;
    const lines = await this.#queries.backlogs();
    this.#lines = new Map(lines.map((line) => [line.accountId, line]));
    this.#added.clear();
    this.#isOld = false;
  }
}
