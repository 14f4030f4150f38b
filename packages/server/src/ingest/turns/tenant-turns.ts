/**
 * Work that waits, by tenant. The next is of the tenant that has cost least so far, so a tenant with much or expensive
 * work delays only itself. A tenant that comes back after a pause begins where the others are: it has not saved anything up.
 */
export class TenantTurns<Work> {
  readonly #waiting = new Map<number, Work[]>();
  /** What each tenant has cost, in ms; only of tenants that are ahead of `#floorMs`. */
  readonly #costMs = new Map<number, number>();
  /** What the tenant whose turn was last had cost by then. */
  #floorMs = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(tenantId: number, work: Work): void {
    const waiting = this.#waiting.get(tenantId);
    if (waiting === undefined) this.#waiting.set(tenantId, [work]);
    else waiting.push(work);
  }

  charge(tenantId: number, ms: number): void {
    this.#costMs.set(tenantId, this.#costOf(tenantId) + ms);
  }

  /** Returns the work whose turn it is, and removes it. */
  next(): { readonly tenantId: number; readonly work: Work } | null {
    let tenantId: number | null = null;
    for (const waiting of this.#waiting.keys()) {
      if (tenantId === null || this.#costOf(waiting) < this.#costOf(tenantId)) tenantId = waiting;
    }
    if (tenantId === null) {
      this.#costMs.clear();
      this.#floorMs = 0;
      return null;
    }
    this.#floorMs = this.#costOf(tenantId);
    for (const [other, ms] of this.#costMs) if (ms <= this.#floorMs) this.#costMs.delete(other);
    const waiting = this.#waiting.get(tenantId)!;
    const work = waiting.shift()!;
    if (waiting.length === 0) this.#waiting.delete(tenantId);
    return { tenantId, work };
  }

  #costOf(tenantId: number): number {
    return Math.max(this.#costMs.get(tenantId) ?? 0, this.#floorMs);
  }
}
