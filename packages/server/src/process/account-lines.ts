import type { Position } from "../queue/position.ts";
import type { Backlog, BacklogStore } from "../store/backlog-store.ts";

/**
 * Which accounts have readings that wait for a turn, and whose turn is next. Kept in memory beside the store, because it is asked for
 * every frame.
 */
export class AccountLines {
  readonly #store: BacklogStore;
  #lines = new Map<number, Backlog>();
  #lastServed = -1;
  #isChanged = false;

  constructor(store: BacklogStore) {
    this.#store = store;
    this.reload();
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
    this.#isChanged = true;
    if (!this.#lines.has(accountId))
      this.#lines.set(accountId, { accountId, position, readings: 0, bytes: 0 });
  }

  committed(): void {
    if (this.#isChanged) this.reload();
  }

  reload(): void {
    this.#isChanged = false;
    this.#lines = new Map(this.#store.backlogs().map((line) => [line.accountId, line]));
  }
}
