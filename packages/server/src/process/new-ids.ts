import type { LastIds } from "../store/owner-queries.ts";

/**
 * Gives ids to alarms and dead letters, each higher than all before. Those of a batch that was given up are not given
 * again, which leaves gaps between batches and none within one.
 */
export class NewIds {
  #alarm = 0;
  #deadLetter = 0;

  /** Goes on after the highest ids that the store has ever seen. */
  continueAfter({ alarm, deadLetter }: LastIds): void {
    this.#alarm = Math.max(this.#alarm, alarm);
    this.#deadLetter = Math.max(this.#deadLetter, deadLetter);
  }

  alarm(): number {
    return ++this.#alarm;
  }

  deadLetter(): number {
    return ++this.#deadLetter;
  }
}
