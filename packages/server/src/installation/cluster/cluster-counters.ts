import type { Counters, Counts } from "../../counters/counters.ts";
import { sumUp } from "../../counters/sum-up.ts";
import type { PartitionBacklog, QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { type Position, startOf } from "../../queue/position.ts";
import type { StoreDatabase } from "../../store/postgres/store-database.ts";
import type { ReportedCounters } from "../installation.ts";
import { readCounters } from "./cluster-count-taker.ts";
import { readClusterProgress } from "./cluster-progress.ts";

/**
 * The counts of a cluster. Settled readings are in PostgreSQL, and waiting ones are in the stream, behind the position
 * of each partition. So every node gives the same answer. Each partition has its own position; the highest one stands
 * for all of them.
 */
export class ClusterCounters implements ReportedCounters, Counters {
  readonly #database: StoreDatabase;
  readonly #backlog: Pick<QueueBacklog, "count">;

  constructor(database: StoreDatabase, backlog: Pick<QueueBacklog, "count">) {
    this.#database = database;
    this.#backlog = backlog;
  }

  /** Nothing to do, because everything is read on request. */
  reported(): void {}

  async read(): Promise<Counts> {
    // Read first, so that readings settled meanwhile are counted as waiting, and not twice.
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

  /** While the NATS servers cannot be asked, only the settled readings are known. */
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
