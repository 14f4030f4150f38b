/** Counts requests against a budget per source. The answer to a request that is over the budget is 429. */
export interface RateLimiter {
  take(key: string, nowMs: number): Budget;
  /** What is left, for an answer that is not counted. */
  peek(key: string, nowMs: number): Budget;
}

export interface Budget {
  readonly ok: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the source's window ends. */
  readonly resetMs: number;
}
