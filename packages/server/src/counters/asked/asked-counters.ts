import type { QueueTotals } from "../../queue/queue.ts";
import type { Counters, Counts } from "../counters.ts";
import { type SettledTotals, sumUp } from "../sum-up.ts";

export interface AskedCountersParts {
  /** The committed counts, used at the start and while the queue cannot be asked. */
  readonly committed: Counters;
  /** Asks the process that writes the queue; rejects if nobody answers. */
  readonly askQueue: () => Promise<QueueTotals>;
}

/** The counts of a running installation: the processor reports what it has settled, and the queue is asked. */
export class AskedCounters implements Counters {
  readonly #parts: AskedCountersParts;
  #settled: SettledTotals;

  static async open(parts: AskedCountersParts): Promise<AskedCounters> {
    return new AskedCounters(parts, settledIn(await parts.committed.read()));
  }

  private constructor(parts: AskedCountersParts, settled: SettledTotals) {
    this.#parts = parts;
    this.#settled = settled;
  }

  /** Takes a report of how far the processor has come. */
  reported(settled: SettledTotals): void {
    this.#settled = settled;
  }

  async read(): Promise<Counts> {
    const settled = this.#settled;
    const queue = await this.#parts.askQueue().catch(() => null);
    return queue === null ? this.#parts.committed.read() : sumUp(settled, queue);
  }
}

function settledIn({ settledPosition: position, saved, alreadyStored, ended, dead }: Counts): SettledTotals {
  return { position, saved, alreadyStored, ended, dead };
}
