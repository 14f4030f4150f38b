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

  /** The tickets of those who need not wait any longer, in the order they came. */
  take(settled: Position): number[] {
    const isDue = ({ position }: Flush): boolean => position === null || isReached(position, settled);
    const due = this.#pending.filter(isDue).map(({ ticket }) => ticket);
    if (due.length > 0) this.#pending = this.#pending.filter((flush) => !isDue(flush));
    return due;
  }
}
