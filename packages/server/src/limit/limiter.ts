/**
 * Counts calls by key against a limit, in windows that begin with a key's first call.
 *
 * All who share a limiter share its windows, on whichever thread or machine they are: within a window, no more calls of a
 * key pass than the limit says. On one machine exactly as many pass; of several, each may hold a few calls in advance that it
 * does not come to use. Refused calls do not prolong a window.
 *
 * The number of windows is bounded. A limiter that runs out of room forgets a window, whose key then gets a new one: it
 * errs for the caller, and never refuses one because of others. Nothing survives a restart.
 */
export interface Limiter {
  /**
   * Counts a call. On one machine the answer is there at once, because every request of a device asks; between machines it may have
   * to be waited for. Never rejects.
   */
  take(key: string, nowMs: number): Budget | Promise<Budget>;
  /** As `take`, where the answer is there at once. Null, and nothing is counted, where it would have to be waited for. */
  takeNow(key: string, nowMs: number): Budget | null;
  /** What is left as far as is known here, for an answer that is not counted. */
  peek(key: string, nowMs: number): Budget;
  /**
   * Gives back a call that passed, so that it does not count. Nothing happens once the window that it was taken from has
   * ended: a later window lets nobody have more than the limit because of it. Give a call back at most once.
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

/** Goes on with a budget: at once where it is there, so that nobody waits for a promise in vain. */
export function withBudget<T>(
  taken: Budget | Promise<Budget>,
  work: (budget: Budget) => T | Promise<T>,
): T | Promise<T> {
  return taken instanceof Promise ? taken.then(work) : work(taken);
}

/** Counts a call whose answer does not depend on the budget, which is what is known of it by now. */
export function takeUnawaited(limiter: Limiter, key: string, nowMs: number): Budget {
  const taken = limiter.take(key, nowMs);
  return taken instanceof Promise ? limiter.peek(key, nowMs) : taken;
}
