/** How many live streams may be open at a time. */
export interface LiveLimits {
  readonly total: number;
  readonly perAccount: number;
  /** For one person over all accounts, or for one API key. */
  readonly perHolder: number;
}

export type LiveLimit = keyof LiveLimits;

/** What a stream counts with: its account, the tenant of the account, and the person or API key that listens. */
interface CountedStream {
  readonly accountId: number;
  readonly tenantId: number;
  readonly holder: string;
}

/**
 * Counts open streams and names the limit that another one would exceed. A tenant may also not take what is left for
 * others: the fuller the server, the fewer streams each tenant may add, so that a few of them cannot lock out the rest,
 * however many accounts they have.
 */
export class LiveQuota {
  readonly #limits: LiveLimits;
  readonly #ofAccounts = new Map<number, number>();
  readonly #ofTenants = new Map<number, number>();
  readonly #ofHolders = new Map<string, number>();
  #total = 0;

  constructor(limits: LiveLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  ofAccount(accountId: number): number {
    return this.#ofAccounts.get(accountId) ?? 0;
  }

  /** The accounts with at least this many open streams. */
  accountsAbove(streams: number): number[] {
    return [...this.#ofAccounts].flatMap(([accountId, count]) => (count >= streams ? [accountId] : []));
  }

  /** The limit that is reached; null if the stream may be opened, which then counts it. */
  take({ accountId, tenantId, holder }: CountedStream): LiveLimit | null {
    const { total, perAccount, perHolder } = this.#limits;
    const ofAccount = this.ofAccount(accountId);
    const ofTenant = this.#ofTenants.get(tenantId) ?? 0;
    const ofHolder = this.#ofHolders.get(holder) ?? 0;
    if (ofHolder >= perHolder) return "perHolder";
    if (ofAccount >= perAccount) return "perAccount";
    if (ofTenant >= total - this.#total) return "total";
    this.#total++;
    this.#ofAccounts.set(accountId, ofAccount + 1);
    this.#ofTenants.set(tenantId, ofTenant + 1);
    this.#ofHolders.set(holder, ofHolder + 1);
    return null;
  }

  release({ accountId, tenantId, holder }: CountedStream): void {
    this.#total--;
    countDown(this.#ofAccounts, accountId);
    countDown(this.#ofTenants, tenantId);
    countDown(this.#ofHolders, holder);
  }
}

function countDown<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
