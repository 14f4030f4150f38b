/**
 * The accounts that open pages watch, as reported by the manage processes. Each process reports only its own pages, and
 * its report ends with it. Live events are sent for the accounts of all reports together.
 */
export class PageWatches {
  readonly #onChange: (accountIds: readonly number[]) => void;
  readonly #told = new Map<string, readonly number[]>();
  /** The answers of manage processes at the start. They count until the first of these processes reports by itself. */
  #answered: readonly number[] = [];
  #accountIds: readonly number[] = [];

  constructor(onChange: (accountIds: readonly number[]) => void) {
    this.#onChange = onChange;
  }

  answered(accountIds: readonly number[]): void {
    if (this.#told.size > 0) return;
    this.#answered = accountIds;
    this.#update();
  }

  told(sender: string, accountIds: readonly number[]): void {
    this.#answered = [];
    this.#told.set(sender, accountIds);
    this.#update();
  }

  left(sender: string): void {
    if (this.#told.delete(sender)) this.#update();
  }

  #update(): void {
    const all = [...new Set([...this.#answered, ...[...this.#told.values()].flat()])].toSorted(
      (a, b) => a - b,
    );
    if (String(all) === String(this.#accountIds)) return;
    this.#accountIds = all;
    this.#onChange(all);
  }
}
