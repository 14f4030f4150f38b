/** The number of shares: one for each tenant, and one for identities without a known tenant. */
const sharesMax = 2 ** 20;

/** The part of the memory of identities that one tenant fills. */
export class IdentityShare {
  /** Its index in `IdentityShares.list`. */
  readonly index: number;
  readonly max: number;
  count = 0;
  /** All readings of this tenant that were accepted later than this and are within their window are remembered. */
  forgottenUntilMs = Number.NEGATIVE_INFINITY;

  constructor(index: number, max: number) {
    this.index = index;
    this.max = max;
  }
}

/**
 * Counts how much of the memory of identities each tenant fills. A tenant that fills more than its share loses
 * identities before the others do. Identities that are recalled at the start have no known tenant, so they belong to a
 * share without a limit. Identities of tenants beyond `sharesMax` do, too.
 */
export class IdentityShares {
  readonly list: IdentityShare[] = [new IdentityShare(0, Number.POSITIVE_INFINITY)];
  /** How many tenants fill more than their shares. */
  over = 0;
  readonly #max: number;
  readonly #byTenant = new Map<number, IdentityShare>();

  /** `max` is how much a tenant may fill while others need the room. */
  constructor(max: number) {
    this.#max = max;
  }

  get unknown(): IdentityShare {
    return this.list[0]!;
  }

  of(tenantId: number): IdentityShare {
    const known = this.#byTenant.get(tenantId);
    if (known !== undefined) return known;
    if (this.list.length === sharesMax) return this.unknown;
    const share = new IdentityShare(this.list.length, this.#max);
    this.list.push(share);
    this.#byTenant.set(tenantId, share);
    return share;
  }

  countOf(tenantId: number): number {
    return this.#byTenant.get(tenantId)?.count ?? 0;
  }

  add(share: IdentityShare, count = 1): void {
    const wasOver = share.count > share.max;
    share.count += count;
    if (!wasOver && share.count > share.max) this.over++;
  }

  remove(share: IdentityShare, count = 1): void {
    const wasOver = share.count > share.max;
    share.count -= count;
    if (wasOver && share.count <= share.max) this.over--;
  }
}
