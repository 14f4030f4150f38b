/** The accounts that open pages watch. Live events of other accounts are not sent. */
export class WatchedAccounts {
  readonly #followers: ((accountIds: readonly number[]) => void)[] = [];
  #accountIds: readonly number[] = [];

  get accountIds(): readonly number[] {
    return this.#accountIds;
  }

  set(accountIds: readonly number[]): void {
    this.#accountIds = accountIds;
    for (const follow of this.#followers) follow(accountIds);
  }

  /** From now on, whenever they change. */
  follow(follower: (accountIds: readonly number[]) => void): void {
    this.#followers.push(follower);
  }
}
