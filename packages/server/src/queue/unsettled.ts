/** What is accepted of an account and not settled. */
export interface Unsettled {
  readonly accountId: number;
  readonly bytes: number;
  readonly readings: number;
}
