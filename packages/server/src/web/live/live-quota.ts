/** How many live streams may be open at a time. */
export interface LiveLimits {
  readonly total: number;
  readonly perAccount: number;
  /** Of one person over all accounts, or of one API key. */
  readonly perHolder: number;
}

export type LiveLimit = keyof LiveLimits;

/**
 * Counts open streams and says which limit another one would break. An account may also not take more than is left for
 * the others: the fuller the server, the fewer streams each account may add, so that a few accounts cannot lock out the rest.
 */
export class LiveQuota {
  readonly #limits: LiveLimits;
  readonly #ofAccounts = new Map<number, number>();
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

  /** The accounts that have so many streams. */
  accountsAbove(streams: number): number[] {
    return [...this.#ofAccounts].flatMap(([accountId, count]) => (count >= streams ? [accountId] : []));
  }

  /** The limit that is reached; null where the stream may be opened, and is then counted. */
  take(accountId: number, holder: string): LiveLimit | null {
    const { total, perAccount, perHolder } = this.#limits;
    const ofAccount = this.ofAccount(accountId);
    const ofHolder = this.#ofHolders.get(holder) ?? 0;
    if (ofHolder >= perHolder) return "perHolder";
    if (ofAccount >= perAccount) return "perAccount";
    if (ofAccount >= total - this.#total) return "total";
    this.#total++;
    this.#ofAccounts.set(accountId, ofAccount + 1);
    this.#ofHolders.set(holder, ofHolder + 1);
    return null;
  }

  release(accountId: number, holder: string): void {
    this.#total--;
    countDown(this.#ofAccounts, accountId);
    countDown(this.#ofHolders, holder);
  }
}

function countDown<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
