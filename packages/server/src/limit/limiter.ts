/**
 * Counts calls by key against a limit, in windows that begin with a key's first call.
 *
 * All who share a limiter share its windows, on whichever thread they are: within a window, exactly as many calls of a
 * key pass as the limit says. Refused calls do not prolong a window. Answers come from memory at once, because every
 * request of a device asks.
 *
 * The number of windows is bounded. A limiter that runs out of room forgets a window, whose key then gets a new one: it
 * errs for the caller, and never refuses one because of others. Nothing survives a restart.
 */
export interface Limiter {
  take(key: string, nowMs: number): Budget;
  /** What is left, for an answer that is not counted. */
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
