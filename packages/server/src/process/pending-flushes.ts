import { isReached, type Position } from "../queue/position.ts";

interface Flush {
  readonly ticket: number;
  /** Null if only earlier messages must be processed. */
  readonly position: Position | null;
}

/** Flushes that wait until the processor has reached a position. */
export class PendingFlushes {
  #pending: Flush[] = [];

  add(flush: Flush): void {
    this.#pending.push(flush);
  }

  /**
   * How many flushes wait. A round records this before it writes what it was told, because later flushes may concern
   * later messages.
   */
  get count(): number {
    return this.#pending.length;
  }

  /** Returns the tickets, among the first `known` flushes, that need not wait any longer, in order. */
  take(settled: Position, known: number): number[] {
    const isDue = ({ position }: Flush, place: number): boolean =>
      place < known && (position === null || isReached(position, settled));
    const due = this.#pending.filter(isDue).map(({ ticket }) => ticket);
    if (due.length > 0) this.#pending = this.#pending.filter((flush, place) => !isDue(flush, place));
    return due;
  }
}
