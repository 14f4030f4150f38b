import { isReached, type Position } from "../queue/position.ts";

interface Flush {
  readonly ticket: number;
  /** Null where only what was said before has to be done. */
  readonly position: Position | null;
}

/** Those who wait until the processor has come to a position. */
export class PendingFlushes {
  #pending: Flush[] = [];

  add(flush: Flush): void {
    this.#pending.push(flush);
  }

  /** How many wait. A round notes it before it writes what it was told: those who come later may have told something since. */
  get count(): number {
    return this.#pending.length;
  }

  /** The tickets of those of the first `known` who need not wait any longer, in the order they came. */
  take(settled: Position, known: number): number[] {
    const isDue = ({ position }: Flush, place: number): boolean =>
      place < known && (position === null || isReached(position, settled));
    const due = this.#pending.filter(isDue).map(({ ticket }) => ticket);
    if (due.length > 0) this.#pending = this.#pending.filter((flush, place) => !isDue(flush, place));
    return due;
  }
}
