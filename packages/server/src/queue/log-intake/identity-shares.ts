/** Accounts that have shares, and one share for what is of none of them. */
export const sharesMax = 2 ** 20;

/** What one account has in the memory of identities. */
export class IdentityShare {
  /** Its place in `IdentityShares.list`. */
  readonly index: number;
  readonly max: number;
  count = 0;
  /** Of this account, everything that was accepted later than this and is within its window is remembered. */
  forgottenUntilMs = Number.NEGATIVE_INFINITY;

  constructor(index: number, max: number) {
    this.index = index;
    this.max = max;
  }
}

/**
 * How much of the memory of identities each account fills, so that an account which fills more than its share gives way
 * before the others do. What is recalled at a start is not known by account: it belongs to a share without a limit, as does what
 * accounts past `sharesMax` send.
 */
export class IdentityShares {
  readonly list: IdentityShare[] = [new IdentityShare(0, Number.POSITIVE_INFINITY)];
  /** How many accounts fill more than their shares. */
  over = 0;
  readonly #max: number;
  readonly #byAccount = new Map<number, IdentityShare>();

  /** `max` is what an account may fill while others need the room. */
  constructor(max: number) {
    this.#max = max;
  }

  get unknown(): IdentityShare {
    return this.list[0]!;
  }

  of(accountId: number): IdentityShare {
    const known = this.#byAccount.get(accountId);
    if (known !== undefined) return known;
    if (this.list.length === sharesMax) return this.unknown;
    const share = new IdentityShare(this.list.length, this.#max);
    this.list.push(share);
    this.#byAccount.set(accountId, share);
    return share;
  }

  countOf(accountId: number): number {
    return this.#byAccount.get(accountId)?.count ?? 0;
  }

  add(share: IdentityShare): void {
    if (share.count++ === share.max) this.over++;
  }

  remove(share: IdentityShare): void {
    if (--share.count === share.max) this.over--;
  }
}
