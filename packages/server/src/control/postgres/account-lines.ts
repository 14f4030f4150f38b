/**
 * Runs the transactions of an account one after the other. Nearly all of them change the row that counts what the account
 * uses, so PostgreSQL would refuse every one that overlaps with another, and many at once would be refused over and over.
 * Transactions of several accounts run side by side.
 */
export class AccountLines {
  /** The last transaction of each account that has any. */
  readonly #last = new Map<number, Promise<unknown>>();

  run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(accountId) ?? Promise.resolve();
    const done = before.then(work);
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(accountId) === ended) this.#last.delete(accountId);
      });
    this.#last.set(accountId, ended);
    return done;
  }
}
