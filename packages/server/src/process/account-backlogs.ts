import type { Position } from "../queue/position.ts";
import type { Backlog } from "../store/backlog/record.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";

/**
 * Knows which accounts have readings that wait for a turn, and whose turn is next. It is kept in memory beside the
 * store, because it is asked for every frame.
 */
export class AccountBacklogs {
  readonly #queries: Pick<OwnerQueries, "backlogs">;
  #backlogs = new Map<number, Backlog>();
  readonly #tenantOf: (accountId: number) => number;
  /** When each tenant and each account with a backlog was last served, counted in turns. */
  readonly #servedTenants = new Map<number, number>();
  readonly #servedAccounts = new Map<number, number>();
  #turn = 0;
  /** True if the backlogs must be read from the store again. */
  #isOld = true;
  /** Accounts that had no backlog before the open batch. */
  readonly #added = new Set<number>();

  constructor(queries: Pick<OwnerQueries, "backlogs">, tenantOf: (accountId: number) => number) {
    this.#queries = queries;
    this.#tenantOf = tenantOf;
  }

  get isEmpty(): boolean {
    return this.#backlogs.size === 0;
  }

  has(accountId: number): boolean {
    return this.#backlogs.has(accountId);
  }

  all(): Backlog[] {
    return [...this.#backlogs.values()];
  }

  /**
   * Returns the account whose tenant has waited longest, and of its accounts the one that has; null if none waits. So each
   * tenant gets as many turns as another, however many accounts it has.
   */
  next(): number | null {
    const [next] = [...this.#backlogs.keys()].sort(
      (one, other) =>
        this.#servedTenant(one) - this.#servedTenant(other) ||
        this.#servedAccount(one) - this.#servedAccount(other) ||
        one - other,
    );
    if (next === undefined) return null;
    this.#turn++;
    this.#servedTenants.set(this.#tenantOf(next), this.#turn);
    this.#servedAccounts.set(next, this.#turn);
    return next;
  }

  #servedTenant(accountId: number): number {
    return this.#servedTenants.get(this.#tenantOf(accountId)) ?? 0;
  }

  #servedAccount(accountId: number): number {
    return this.#servedAccounts.get(accountId) ?? 0;
  }

  /** Whoever has no backlog has waited for nothing. */
  #forgetServed(): void {
    const tenants = new Set([...this.#backlogs.keys()].map(this.#tenantOf));
    for (const tenantId of this.#servedTenants.keys())
      if (!tenants.has(tenantId)) this.#servedTenants.delete(tenantId);
    for (const accountId of this.#servedAccounts.keys())
      if (!this.#backlogs.has(accountId)) this.#servedAccounts.delete(accountId);
  }

  /** Records that frames of this account were parked or settled in the open batch. From now on new frames go behind them. */
  changed(accountId: number, position: Position): void {
    this.#isOld = true;
    if (this.#backlogs.has(accountId)) return;
    this.#backlogs.set(accountId, { accountId, position, readings: 0, bytes: 0 });
    this.#added.add(accountId);
  }

  /** Called when the batch was given up. */
  rolledBack(): void {
    this.#isOld = true;
    for (const accountId of this.#added) this.#backlogs.delete(accountId);
    this.#added.clear();
  }

  /** Called between batches: reads the backlogs again if something has changed. */
  async refresh(): Promise<void> {
    if (!this.#isOld) return;
    const backlogs = await this.#queries.backlogs();
    this.#backlogs = new Map(backlogs.map((backlog) => [backlog.accountId, backlog]));
    this.#added.clear();
    this.#forgetServed();
    this.#isOld = false;
  }
}
