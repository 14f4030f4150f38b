/**
 * Counts calls by key against a limit, in windows that begin with a key's first call.
 *
 * All users of a limiter share its windows, across threads and machines. Within a window, a key never gets more calls than
 * the limit. On one machine it gets exactly that many. With several machines it may get a few less, because each machine
 * reserves some calls in advance and may not use them all. Refused calls do not prolong a window.
 *
 * The number of windows is bounded. A limiter that runs out of room forgets a window, and its key then gets a new one. So
 * it errs in favour of the caller, and never refuses one caller because of others. Nothing survives a restart.
 */
export interface Limiter {
  /**
   * Counts a call. On one machine the answer is returned at once, because every device request asks. With several machines
   * it may be a promise. Never rejects.
   */
  take(key: string, nowMs: number): Budget | Promise<Budget>;
  /** Like `take`, but only if the answer is known at once. Otherwise returns null and counts nothing. */
  takeNow(key: string, nowMs: number): Budget | null;
  /** The remaining budget as far as it is known here, for an answer that is not counted. */
  peek(key: string, nowMs: number): Budget;
  /**
   * Gives back a call that passed, so that it does not count. Does nothing once the window of the call has ended, so a
   * later window never allows more than the limit. Give a call back at most once.
   */
  giveBack(key: string, taken: Budget): void;
}

export interface Budget {
  readonly ok: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the key's window ends. */
  readonly resetMs: number;
}

export interface LimitOptions {
  /** Calls of a key that pass within a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Keys for which there is room. */
  readonly keysMax: number;
}

/** Continues with a budget: at once if it is known, so that no promise is awaited needlessly. */
export function withBudget<T>(
  taken: Budget | Promise<Budget>,
  work: (budget: Budget) => T | Promise<T>,
): T | Promise<T> {
  return taken instanceof Promise ? taken.then(work) : work(taken);
}

/** Counts a call whose answer does not depend on the budget. Returns the budget as far as it is known. */
export function takeUnawaited(limiter: Limiter, key: string, nowMs: number): Budget {
  const taken = limiter.take(key, nowMs);
  return taken instanceof Promise ? limiter.peek(key, nowMs) : taken;
}
