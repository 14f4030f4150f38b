/** The interval over which the pace of an account is measured. */
const intervalMs = 10_000;
/** However busy an account is, repeats within this time are recognised, because devices repeat requests without an answer. */
const shortestMs = 60_000;
/** How many accounts have a known pace. Past it, all of them start again. */
const accountsMax = 100_000;

export interface LifetimeOptions {
  /** How long identities are remembered if there is room. */
  readonly windowMs: number;
  /** How many identities this node may have in Redis. */
  readonly identitiesMax: number;
  /** How many of them one account may have. */
  readonly shareMax: number;
}

/**
 * Decides how long the identities of an account are remembered, so that the account does not exceed its share of Redis,
 * and all accounts together do not exceed the total. Redis cannot delete the oldest keys of one account, so an account
 * that sends more than fits into the window is remembered for a shorter time: as long as it takes to fill the share at
 * its pace.
 */
export class IdentityLifetimes {
  readonly #options: LifetimeOptions;
  readonly #all = new Pace();
  readonly #byAccount = new Map<number, Pace>();

  constructor(options: LifetimeOptions) {
    this.#options = options;
  }

  /** Returns the lifetime for this many readings of the account that arrive now. */
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
