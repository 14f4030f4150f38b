import type { Position } from "../queue/position.ts";
import type { Backlog } from "../store/backlog-store.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";

/**
 * Which accounts have readings that wait for a turn, and whose turn is next. Kept in memory beside the store, because it is asked for
 * every frame.
 */
export class AccountLines {
  readonly #queries: Pick<OwnerQueries, "backlogs">;
  #lines = new Map<number, Backlog>();
  #lastServed = -1;
  /** Whether the store knows better. */
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

  /** The account after the one that was served last, so that each gets a turn; null where none waits. */
  next(): number | null {
    const waiting = [...this.#lines.keys()].sort((one, other) => one - other);
    const next = waiting.find((accountId) => accountId > this.#lastServed) ?? waiting[0] ?? null;
    if (next !== null) this.#lastServed = next;
    return next;
  }

  /** Frames of this account were parked or settled in the open batch; from now on new ones go behind. */
  changed(accountId: number, position: Position): void {
    this.#isOld = true;
    if (this.#lines.has(accountId)) return;
    this.#lines.set(accountId, { accountId, position, readings: 0, bytes: 0 });
    this.#added.add(accountId);
  }

  /** The batch was given up. */
  rolledBack(): void {
    this.#isOld = true;
    for (const accountId of this.#added) this.#lines.delete(accountId);
    this.#added.clear();
  }

  /** Between batches: looks again where something has changed. */
  async refresh(): Promise<void> {
    if (!this.#isOld) return;
    const lines = await this.#queries.backlogs();
    this.#lines = new Map(lines.map((line) => [line.accountId, line]));
    this.#added.clear();
    this.#isOld = false;
  }
}
