import type { Counters, Counts } from "../../counters/counters.ts";
import { sumUp } from "../../counters/sum-up.ts";
import type { PartitionBacklog, QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { type Position, startOf } from "../../queue/position.ts";
import type { StoreDatabase } from "../../store/postgres/store-database.ts";
import type { ReportedCounters } from "../installation.ts";
import { readCounters } from "./cluster-count-taker.ts";
import { readClusterProgress } from "./cluster-progress.ts";

/**
 * The counts of a cluster. What is settled is in PostgreSQL, and what waits is in the stream, behind the position of each partition. So
 * they are the same whichever node is asked. Partitions have positions of their own; the highest one stands for all of them.
 */
export class ClusterCounters implements ReportedCounters, Counters {
  readonly #database: StoreDatabase;
  readonly #backlog: Pick<QueueBacklog, "count">;

  constructor(database: StoreDatabase, backlog: Pick<QueueBacklog, "count">) {
    this.#database = database;
    this.#backlog = backlog;
  }

  /** Everything is read when it is asked for. */
  reported(): void {}

  async read(): Promise<Counts> {
    // First, so that whatever is settled meanwhile is counted as waiting, and not twice.
    const settled = await readClusterProgress(this.#database);
    const { positions, saved, alreadyStored, ended, dead, parked } = settled;
    const [waiting, counters] = await Promise.all([this.#waiting(positions), readCounters(this.#database)]);
    const waitingReadings = waiting.reduce((sum, { readings }) => sum + readings, 0);
    return sumUp(
      { saved, alreadyStored, ended, dead, position: highest(positions) },
      {
        acceptedReadings: saved + alreadyStored + ended + dead + parked + waitingReadings,
        backlogBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
        lastPosition: highest(waiting.map(({ lastPosition }) => lastPosition)),
        counters,
      },
    );
  }

  /** While the servers of the queue cannot be asked, what is settled is all that is known. */
  #waiting(positions: readonly Position[]): Promise<readonly PartitionBacklog[]> {
    return this.#backlog.count(positions).catch(() =>
      positions.map((lastPosition) => ({
        ...{ partition: lastPosition.partition, entries: 0, readings: 0, bytes: 0 },
        ...{ oldestMs: null, lastPosition },
      })),
    );
  }
}

function highest(positions: readonly Position[]): Position {
  return { ...startOf(0), sequence: Math.max(0, ...positions.map(({ sequence }) => sequence)) };
}
