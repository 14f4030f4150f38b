/** Over which the pace of an account is measured. */
const intervalMs = 10_000;
/** However busy an account is, a repeat that comes this soon is recognised: devices repeat what was not answered. */
const shortestMs = 60_000;
/** Accounts whose pace is known. With more, all of them begin anew. */
const accountsMax = 100_000;

export interface LifetimeOptions {
  /** How long identities are remembered where there is room. */
  readonly windowMs: number;
  /** What this node may have in Redis. */
  readonly identitiesMax: number;
  /** What one account may have of it. */
  readonly shareMax: number;
}

/**
 * How long the identities of an account are remembered, so that it does not fill more than its share of Redis, and all
 * accounts together no more than there is. Redis cannot let the oldest of one account give way, so whoever sends more than
 * fits into the window is remembered for less long: as long as it takes to fill the share at its pace.
 */
export class IdentityLifetimes {
  readonly #options: LifetimeOptions;
  readonly #all = new Pace();
  readonly #byAccount = new Map<number, Pace>();

  constructor(options: LifetimeOptions) {
    this.#options = options;
  }

  /** For so many readings of the account that come now. */
  takeMs(accountId: number, readings: number, nowMs: number): number {
    const { windowMs, identitiesMax, shareMax } = this.#options;
    const ofAll = identitiesMax / this.#all.note(readings, nowMs);
    const ofAccount = shareMax / this.#paceOf(accountId).note(readings, nowMs);
    return Math.ceil(Math.min(windowMs, Math.max(shortestMs, Math.min(ofAll, ofAccount))));
  }

  #paceOf(accountId: number): Pace {
    const known = this.#byAccount.get(accountId);
    if (known !== undefined) return known;
    if (this.#byAccount.size >= accountsMax) this.#byAccount.clear();
    const pace = new Pace();
    this.#byAccount.set(accountId, pace);
    return pace;
  }
}

/** Readings per millisecond, over the last interval and in this one. */
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
