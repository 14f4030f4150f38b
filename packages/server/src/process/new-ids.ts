import type { Clock } from "../platform/clock.ts";
import type { LastIds } from "../store/owner-queries.ts";
import type { PartitionScope } from "./partition-scope.ts";

/** Ids of a queue with several partitions count milliseconds from this time. */
const beginningMs = Date.UTC(2020, 0, 1);

/**
 * Assigns ids to alarms and dead letters, each higher than all earlier ones of its partition. Ids of a batch that was
 * given up are not reused, which leaves gaps between batches.
 *
 * With one partition, ids count up by one. With several, an id modulo their number is the partition that gave it, so two processors
 * never assign the same id, and the rest is the time: lists are ordered by id, newest first, and would otherwise show
 * new alarms of quiet partitions below old ones of busy partitions. Ids of a partition only grow, even if the clock goes back.
 */
export class NewIds {
  readonly #scope: PartitionScope;
  readonly #clock: Clock;
  #alarm = 0;
  #deadLetter = 0;

  constructor(scope: PartitionScope, clock: Clock) {
    this.#scope = scope;
    this.#clock = clock;
  }

  /** Continues after the highest ids that the store has ever seen. */
  continueAfter({ alarm, deadLetter }: LastIds): void {
    this.#alarm = Math.max(this.#alarm, alarm);
    this.#deadLetter = Math.max(this.#deadLetter, deadLetter);
  }

  alarm(): number {
    this.#alarm = this.#after(this.#alarm);
    return this.#alarm;
  }

  deadLetter(): number {
    this.#deadLetter = this.#after(this.#deadLetter);
    return this.#deadLetter;
  }

  #after(last: number): number {
    const { partition, partitions } = this.#scope;
    if (partitions === 1) return last + 1;
    const least = Math.max(last + 1, (this.#clock.nowMs() - beginningMs) * partitions);
    const ahead = (partition - (least % partitions) + partitions) % partitions;
    return least + ahead;
  }
}
