/** The interval over which the pace of a tenant is measured. */
const intervalMs = 10_000;
/** However busy a tenant is, repeats within this time are recognised, because devices repeat requests without an answer. */
const shortestMs = 60_000;
/** How many tenants have a known pace. Past it, all of them start again. */
const tenantsMax = 100_000;

export interface LifetimeOptions {
  /** How long identities are remembered if there is room. */
  readonly windowMs: number;
  /** How many identities this node may have in Redis. */
  readonly identitiesMax: number;
  /** How many of them one tenant may have. */
  readonly shareMax: number;
}

/**
 * Decides how long the identities of a tenant are remembered, so that the tenant does not exceed its share of Redis,
 * and all tenants together do not exceed the total. Redis cannot delete the oldest keys of one tenant, so a tenant
 * that sends more than fits into the window is remembered for a shorter time: as long as it takes to fill the share at
 * its pace.
 */
export class IdentityLifetimes {
  readonly #options: LifetimeOptions;
  readonly #all = new Pace();
  readonly #byTenant = new Map<number, Pace>();

  constructor(options: LifetimeOptions) {
    this.#options = options;
  }

  /** Returns the lifetime for this many readings of the tenant that arrive now. */
  takeMs(tenantId: number, readings: number, nowMs: number): number {
    const { windowMs, identitiesMax, shareMax } = this.#options;
    const ofAll = identitiesMax / this.#all.note(readings, nowMs);
    const ofTenant = shareMax / this.#paceOf(tenantId).note(readings, nowMs);
    return Math.ceil(Math.min(windowMs, Math.max(shortestMs, Math.min(ofAll, ofTenant))));
  }

  #paceOf(tenantId: number): Pace {
    const known = this.#byTenant.get(tenantId);
    if (known !== undefined) return known;
    if (this.#byTenant.size >= tenantsMax) this.#byTenant.clear();
    const pace = new Pace();
    this.#byTenant.set(tenantId, pace);
    return pace;
  }
}

/** Readings per millisecond, over the last interval and the current one. */
class Pace {
  #sinceMs = Number.NEGATIVE_INFINITY;
  #readings = 0;
  #before = 0;

  note(readings: number, nowMs: number): number {
    const passedMs = nowMs - this.#sinceMs;
    if (passedMs >= intervalMs || passedMs < 0) {
      this.#before = passedMs < 0 ? 0 : this.#readings / passedMs;
      this.#readings = 0;
      this.#sinceMs = nowMs;
    }
    this.#readings += readings;
    return Math.max(this.#before, this.#readings / intervalMs);
  }
}
