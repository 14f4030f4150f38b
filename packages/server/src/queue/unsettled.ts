/** Accepted readings of an account that are not settled. */
export interface Unsettled {
  readonly accountId: number;
  readonly bytes: number;
  readonly readings: number;
}
