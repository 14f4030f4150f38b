import type { DueRow } from "../store/outbox/outbox-store.ts";

/** Accounts whose tenants are remembered. Past it, they are looked up again. */
const accountsMax = 10_000;

/** Knows the tenants of the accounts that have messages to deliver. An account never changes its tenant. */
export class DueTenants {
  readonly #find: (accountId: number) => Promise<number>;
  readonly #tenants = new Map<number, number>();

  constructor(find: (accountId: number) => Promise<number>) {
    this.#find = find;
  }

  /** Looks up the tenants of these rows. Resolves to whether one of them was not known. */
  async learn(rows: readonly DueRow[]): Promise<boolean> {
    if (this.#tenants.size > accountsMax) this.#tenants.clear();
    const unknown = new Set(rows.map(({ accountId }) => accountId).filter((id) => !this.#tenants.has(id)));
    for (const accountId of unknown) this.#tenants.set(accountId, await this.#find(accountId));
    return unknown.size > 0;
  }

  of(accountId: number): number {
    return this.#tenants.get(accountId) ?? accountId;
  }

  /** The known accounts of these tenants. */
  accountsOf(tenantIds: ReadonlySet<number>): Set<number> {
    const known = [...this.#tenants].filter(([, tenantId]) => tenantIds.has(tenantId));
    return new Set(known.map(([accountId]) => accountId));
  }
}
