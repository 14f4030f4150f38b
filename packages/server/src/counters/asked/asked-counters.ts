import type { QueueTotals } from "../../queue/queue.ts";
import { progressOfAll } from "../../store/partition-progress.ts";
import type { Counters, Counts } from "../counters.ts";
import { type SettledTotals, sumUp } from "../sum-up.ts";

export interface AskedCountersParts {
  /** The committed counts, used at the start and while the queue cannot be asked. */
  readonly committed: Counters;
  /** Asks the process that writes the queue; rejects if nobody answers. */
  readonly askQueue: () => Promise<QueueTotals>;
  /** How far each partition was settled at the start. */
  readonly settled: readonly SettledTotals[];
}

/** The counts of a running installation: the processors report what they have settled, and the queue is asked. */
export class AskedCounters implements Counters {
  readonly #parts: AskedCountersParts;
  /** By partition. */
  readonly #settled: SettledTotals[];

  constructor(parts: AskedCountersParts) {
    this.#parts = parts;
    this.#settled = [...parts.settled];
  }

  /** Takes a report of how far the processor of a partition has come. */
  reported(settled: SettledTotals): void {
    this.#settled[settled.position.partition] = settled;
  }

  async read(): Promise<Counts> {
    const settled = progressOfAll(this.#settled);
    const queue = await this.#parts.askQueue().catch(() => null);
    return queue === null ? this.#parts.committed.read() : sumUp(settled, queue);
  }
}
